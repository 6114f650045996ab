import { sql } from "kysely";
import { expect, test } from "vitest";
import { describeStore } from "../../tests/support/databases/databases.ts";
import type { Database } from "../platform/database/database.ts";
import type { Actor } from "./actor.ts";
import { visitor } from "./actor.ts";
import { audit } from "./audit.ts";
import { shownAction, shownSubject } from "./audit-names.ts";
import { type AuditFilter, listAuditEntries, listAuditSubjects } from "./list-audit-entries.ts";

const ann: Actor = { kind: "admin", accountId: "account-ann", email: "ann.field@example.com" };
const ben: Actor = { kind: "admin", accountId: "account-ben", email: "ben@example.com" };
const eve: Actor = { kind: "customer", accountId: "account-eve", email: "eve@example.com" };
const noon = Date.UTC(2026, 10, 20, 12);
const day = 24 * 60 * 60 * 1000;

const entry = (label: string, at = noon, action = "Update order", subject = "order") => ({
  action,
  subject,
  subjectId: `id of ${label}`,
  label,
  at,
  before: { status: "Pending" },
  after: { status: "Delivered" },
});

async function log(database: Database, actor: Actor, ...entries: ReturnType<typeof entry>[]) {
  for (const one of entries) await database.write((tx) => audit(tx, actor, one));
}

const wholePage = { page: 1, pageSize: 100 };

async function labels(database: Database, filter: AuditFilter): Promise<string[]> {
  const { items: entries } = await listAuditEntries({ database }, ann, { ...filter, ...wholePage });
  return entries.map(({ label }) => label);
}

describeStore("The audit log", (openDatabase) => {
  test("contains no actions of customers, visitors or the program, and lists the newest action first", async () => {
    const database = await openDatabase();
    await log(database, ann, entry("Order 1"));
    await log(database, eve, entry("Order 2"));
    await log(database, visitor, entry("Order 3"));
    await log(database, { kind: "system" }, entry("Order 4"));
    await log(database, ben, entry("Order 5"));
    const { items: entries } = await listAuditEntries({ database }, ben, wholePage);
    expect(entries).toMatchObject([
      { label: "Order 5", author: "ben@example.com" },
      {
        label: "Order 1",
        author: "ann.field@example.com",
        subject: "order",
        before: { status: "Pending" },
        after: { status: "Delivered" },
        at: "2026-11-20T12:00:00.000Z",
      },
    ]);
    for (const [actor, code] of [
      [eve, "forbidden"],
      [visitor, "unauthenticated"],
    ] as const) {
      const reading = listAuditEntries({ database }, actor, wholePage);
      await expect(reading).rejects.toMatchObject({ code });
      await expect(listAuditSubjects({ database }, actor)).rejects.toMatchObject({ code });
    }
  });

  test("can be searched by prefix of a word, person, subject and time", async () => {
    const database = await openDatabase();
    await log(database, ann, entry("Order 1042"), entry("Ann’s banner", noon, "Edit", "content"));
    await log(database, ben, entry("Order 7, for eve@example.com", noon + day));
    expect(await labels(database, { search: "banner" })).toEqual(["Ann’s banner"]);
    expect(await labels(database, { search: "UPD 10" })).toEqual(["Order 1042"]);
    expect(await labels(database, { search: "ann.field@example.com" })).toHaveLength(2);
    expect(await labels(database, { search: "ben@ex" })).toEqual(["Order 7, for eve@example.com"]);
    expect(await labels(database, { search: "eve@example.com," })).toHaveLength(1);
    expect(await labels(database, { search: "field@example.com" })).toEqual([]);
    expect(await labels(database, { search: "nothing" })).toEqual([]);
    expect(await labels(database, { subject: "content" })).toEqual(["Ann’s banner"]);
    expect(await labels(database, { subject: "order", search: "ann" })).toEqual(["Order 1042"]);
    expect(await labels(database, { search: "=order" })).toHaveLength(2);
    expect(await labels(database, { from: noon + 1 })).toEqual(["Order 7, for eve@example.com"]);
    expect(await labels(database, { until: noon + day })).toHaveLength(2);
    expect(await labels(database, { from: noon + 2 * day })).toEqual([]);
    expect(await labels(database, { search: "order", until: noon + 1 })).toEqual(["Order 1042"]);
    expect(await listAuditSubjects({ database }, ann)).toEqual(["content", "order"]);
    for (const search of ["%", "_", "'", '"; drop table audit_log', "\\", "  "]) {
      await labels(database, { search });
    }
  });

  test("can be searched by words without their accents, but not without the vowels of Hindi", async () => {
    const database = await openDatabase();
    await log(database, ann, entry("Łódź"), entry("की"));
    for (const search of ["lodz", "ŁÓD", "lo"]) {
      expect(await labels(database, { search })).toEqual(["Łódź"]);
    }
    expect(await labels(database, { search: "की" })).toEqual(["की"]);
    expect(await labels(database, { search: "कु" })).toEqual([]);
  });

  test("can be searched by the words that the panel shows in place of the stored words", async () => {
    const database = await openDatabase();
    await log(database, ann, entry("Barn", noon, "Put picture back", "picture"));
    await log(database, ann, entry("Rye", noon, "Answer message", "message"));
    expect(await labels(database, { search: "Restore picture" })).toEqual(["Barn"]);
    expect(await labels(database, { search: "repl" })).toEqual(["Rye"]);
    expect(await labels(database, { search: "put back" })).toEqual(["Barn"]);
    expect(shownAction("Put picture back")).toBe("Restore picture");
    expect(shownSubject("user")).toBe("Admin");
  });

  test("matches a typed word as a whole word, and reports the word, when too many words begin with it", async () => {
    const database = await openDatabase();
    const numbers = Array.from({ length: 30 }, (_, index) => entry(`Order ${100 + index}`));
    await log(database, ann, ...numbers, entry("Order 1"));
    const request = { search: "1", ...wholePage };
    const found = await listAuditEntries({ database }, ann, request);
    expect(found.wholeWords).toEqual(["1"]);
    expect(found.items.map(({ label }) => label)).toEqual(["Order 1"]);
    expect(await labels(database, { search: "11" })).toHaveLength(10);
  });

  test.each([{}, { search: "order" }, { search: "order", subject: "order" }])(
    "is paged, and continues after any entry, with the filter %o",
    async (filter) => {
      const database = await openDatabase();
      const names = Array.from({ length: 7 }, (_, index) => `Order ${index}`);
      await log(database, ann, ...names.map((name) => entry(name)));
      const page = async (page: number, after = "") => {
        const request = { ...filter, page, after, pageSize: 3 };
        const found = await listAuditEntries({ database }, ann, request);
        const numbers = found.items.map(({ label }) => label.slice(-1)).join("");
        return { ...found, numbers };
      };
      const first = await page(1);
      expect(first).toMatchObject({ numbers: "654", total: 7, isCounted: true, next: null });
      expect((await page(2)).numbers).toBe("321");
      expect((await page(3)).numbers).toBe("0");
      const further = await page(1, first.items[1]?._id);
      expect(further).toMatchObject({ numbers: "432", total: 5, isCounted: false });
      expect((await page(1, "\u0000")).numbers).toBe("654");
      expect((await page(1, "-1")).numbers).toBe("");
    },
  );

  test("cannot be changed, deleted or replaced, not even by SQL", async () => {
    const database = await openDatabase();
    await log(database, ann, entry("Order 1"));
    const before = await listAuditEntries({ database }, ann, wholePage);
    const columns = sql`id, account_id, author, action, subject, subject_id, label, before_json, after_json, at`;
    const attacks = [
      sql`update audit_log set label = 'Order 2'`,
      sql`delete from audit_log`,
      sql`delete from audit_words`,
      sql`update audit_words set word = 'x'`,
      ...(database.engine === "sqlite"
        ? [
            sql`insert or replace into audit_log (${columns}) select id, 'x', 'x', 'x', 'x', 'x', 'x', '1', '1', 1 from audit_log`,
          ]
        : [sql`truncate audit_log, audit_words`, sql`truncate audit_words`]),
    ];
    for (const attack of attacks) {
      await expect(database.write((tx) => attack.execute(tx))).rejects.toThrow(/only ever added/);
    }
    expect(await listAuditEntries({ database }, ann, wholePage)).toEqual(before);
  });
});
