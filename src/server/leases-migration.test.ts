import { sql } from "kysely";
import { expect, test } from "vitest";
import { emptyAddress } from "../../tests/support/databases/address-of.ts";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { openDatabase } from "../platform/database/database.ts";
import { migrate } from "../platform/database/migrations.ts";
import { migrations } from "./migrations.ts";

describeOnEachDatabase(
  "A database from before all background work had the same columns",
  (openTest) => {
    test("keeps all work that waits, and repeats nothing that is done", async () => {
      const database = openDatabase(await emptyAddress(await openTest()));
      const db = database.libraryHandle;
      const earlier = Object.entries(migrations).filter(([name]) => name < "0345");
      await migrate(db, Object.fromEntries(earlier));
      const bytes = sql.raw(database.engine === "sqlite" ? "x'00'" : "'\\x00'::bytea");
      await sql`insert into payment_notifications (id, provider, received_at, content_type, raw, state,
        verify_attempts, next_attempt_at, claimed_until, expected)
      values ('taken', 'p', 0, '', ${bytes}, 'received', 2, 5, 99, 1),
        ('done', 'p', 0, '', ${bytes}, 'verified', 1, null, null, 1)`.execute(db);
      await sql`insert into mail_outbox (id, recipient, subject, text_body, html_body, state, attempts,
        created_at, next_attempt_at, claimed_until)
      values ('late', '', '', '', '', 'waiting', 3, 0, 7, 99),
        ('sent', '', '', '', '', 'sent', 1, 0, 7, 99)`.execute(db);
      await sql`insert into media_files (id, name, alt, width, height, focal_x, focal_y,
        dominant_colour, uploaded_bytes, content_hash, version, state, variants_done, attempts,
        claimed_until, uploaded_by, uploaded_at)
      values ('new', '', '', 1, 1, 0, 0, '', 1, '', '', 'encoding', 1, 1, 9, '', 0),
        ('ready', '', '', 1, 1, 0, 0, '', 1, '', '', 'ready', 1, 0, 0, '', 0)`.execute(db);
      await sql`insert into site_checks (id, key, website, host, state, source_id, attempts,
        lease_until, requested_at, requested_by)
      values ('asked', 'a', '', '', 'waiting', null, 0, null, 11, ''),
        ('copies', 'b', '', '', 'waiting', 'asked', 0, null, 12, ''),
        ('begun', 'c', '', '', 'fetching', null, 1, 99, 13, ''),
        ('done', 'd', '', '', 'done', null, 1, null, 14, '')`.execute(db);
      await sql`insert into site_crawls (id, website, page_limit, state, requested_at)
      values ('crawl', '', 1, 'crawling', 0)`.execute(db);
      await sql`insert into site_crawl_parts (crawl_id, position, kind, address, depth, state, next_at)
      values ('crawl', 0, 'page', '', 0, 'open', 15), ('crawl', 1, 'page', '', 0, 'stored', null)`.execute(
        db,
      );
      await sql`insert into backup_tasks (id, kind, asked_by, asked_at, open_key, claimed_until, done_at)
      values ('asked', 'make', '', 17, 'make', 99, null), ('made', 'make', '', 16, null, 0, 18)`.execute(
        db,
      );
      await sql`update backup_schedule set claimed_until = 19, failed_at = 1, failure = 'full'`.execute(
        db,
      );
      await sql`insert into scheduled_jobs (kind, subject, scheduled_for, next_attempt_at, attempts)
      values ('remind', 'order', 20, 21, 1)`.execute(db);

      await migrate(db, migrations);
      const due = async (
        table:
          | "payment_notifications"
          | "mail_outbox"
          | "media_files"
          | "site_checks"
          | "backup_tasks",
      ) =>
        Object.fromEntries(
          (await database.read.selectFrom(table).selectAll().execute()).map((row) => [
            row.id,
            [row.due_at, row.leased_until, row.attempts],
          ]),
        );
      expect(await due("payment_notifications")).toEqual({ taken: [5, 0, 2], done: [null, 0, 1] });
      expect(await due("mail_outbox")).toEqual({ late: [7, 0, 3], sent: [null, 0, 1] });
      expect(await due("media_files")).toEqual({ new: [9, 0, 1], ready: [null, 0, 0] });
      expect(await due("site_checks")).toEqual({
        asked: [11, 0, 0],
        copies: [null, 0, 0],
        begun: [13, 0, 1],
        done: [null, 0, 1],
      });
      expect(await due("backup_tasks")).toEqual({ asked: [17, 0, 0], made: [null, 0, 0] });
      const parts = await database.read.selectFrom("site_crawl_parts").selectAll().execute();
      expect(parts.map(({ due_at }) => due_at)).toEqual([15, null]);
      const [backup] = await database.read.selectFrom("backup_schedule").selectAll().execute();
      expect(backup).toMatchObject({ due_at: 19, failed_at: 1, failure: "full" });
      const jobs = await database.read.selectFrom("scheduled_jobs").selectAll().execute();
      expect(jobs).toMatchObject([{ scheduled_for: 20, due_at: 21, leased_until: 0, attempts: 1 }]);
      await database.close();
    });
  },
);
