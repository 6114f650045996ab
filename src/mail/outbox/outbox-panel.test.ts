import { expect, test } from "vitest";
import { lookOf } from "#look/look.ts";
import type { Database } from "#platform/database/database.ts";
import { olga, refusal } from "../../../tests/support/content.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { heldMail } from "../../../tests/support/mail/held-mail.ts";
import { claimMail, markMailFailed, markMailSent } from "../sending/due-mail.server.ts";
import { letter } from "../templates/email.ts";
import { htmlOf } from "../templates/email-html.ts";
import { queueMail } from "./outbox.server.ts";
import { countFailedMails, pageOfMails, readMail } from "./read-mails.ts";
import { retryMails, undoRetries } from "./retry-mails.ts";
import { sendAgain } from "./send-again.ts";

const customer = { kind: "customer", accountId: "c", email: "c@example.com" } as const;

const mailTo = (recipient: string) => ({ recipient, subject: "Rain", text: "Rain", html: "Rain" });

const queue = (database: Database, recipients: readonly string[]) =>
  database.write(async (tx) => {
    const ids: string[] = [];
    for (const recipient of recipients) ids.push(await queueMail(tx, mailTo(recipient), 0));
    return ids;
  });

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `r${i}@example.com`);
const firstPage = { page: 1, pageSize: 10 };

describeOnEachDatabase("The outbox in the panel", (openDatabase) => {
  test("finds emails by state, and by the first letters of an address in upper or lower case", async () => {
    const database = await openDatabase();
    const recipients = [
      "Ada@example.com",
      "ada.b@example.com",
      "ben@example.com",
      "ada@example.com",
    ];
    const [first = ""] = await queue(database, recipients);
    await markMailFailed(database, await heldMail(database, first), {
      reason: "no",
      at: 1,
      dueAt: null,
    });
    const found = async (recipient: string, state?: "failed") =>
      (await pageOfMails({ database }, olga, { ...firstPage, recipient, state })).items.map(
        (mail) => mail.recipient,
      );
    const spellings = ["Ada@example.com", "ada@example.com"];
    expect((await found("ADA@example.com ")).toSorted()).toEqual(spellings);
    expect(await found("ada")).toHaveLength(3);
    expect(await found("ÅDA")).toHaveLength(3);
    expect(await found("ada", "failed")).toEqual(["Ada@example.com"]);
    expect(await found("", "failed")).toEqual(["Ada@example.com"]);
    for (const nothing of ["%", "_da", "zoe", "a\u0000", "' or 1=1 --"]) {
      expect(await found(nothing)).toEqual([]);
    }
    expect(await countFailedMails({ database }, olga)).toBe(1);
  });

  test("lists more than a thousand emails without gap or repetition", async () => {
    const database = await openDatabase();
    const ids = await queue(database, numbered(1005));
    for (const filter of [
      {},
      { state: "waiting" },
      { recipient: "r" },
      { sort: "oldest" },
    ] as const) {
      const seen: string[] = [];
      let after: string | null = "";
      while (after !== null) {
        const request = { ...filter, after, page: 1, pageSize: 1000 };
        const page: Awaited<ReturnType<typeof pageOfMails>> = await pageOfMails(
          { database },
          olga,
          request,
        );
        expect(page.total).toBe(seen.length === 0 ? 1000 : 5);
        seen.push(...page.items.map(({ id }) => id));
        after = page.next;
      }
      expect(seen).toHaveLength(1005);
      expect(seen.toSorted()).toEqual(ids.toSorted());
      if ("sort" in filter) expect(seen).toEqual(ids.toSorted());
    }
  });

  test("retries a failed email at once, counts its attempts from zero, and records the admin", async () => {
    const database = await openDatabase();
    const [id = ""] = await queue(database, ["ada@example.com"]);
    await markMailFailed(database, await heldMail(database, id), {
      reason: "550 no",
      at: 1,
      dueAt: null,
    });
    expect(await sendAgain({ database, clock: () => 9 }, olga, id)).toBe(id);
    const mail = await readMail({ database }, olga, id);
    expect(mail).toMatchObject({ state: "waiting", attempts: 0, nextAttemptAt: 9 });
    expect(mail.history).toEqual([
      { event: "given up", at: 1, note: "550 no" },
      { event: "sent again", at: 9, note: "olga@example.com" },
    ]);
    const [entry] = await database.read.selectFrom("audit_log").selectAll().execute();
    expect(entry).toMatchObject({ action: "Send mail again", subject: "mail", subject_id: id });
    expect(JSON.parse(entry?.before_json ?? "")).toEqual({ state: "failed", attempts: 1 });
  });

  test("retries failed emails in bulk, and undoes each retry once, and only while the email still waits", async () => {
    const database = await openDatabase();
    const ids = await queue(database, numbered(3));
    const [first = "", second = "", waiting = ""] = ids;
    for (const id of [first, second]) {
      await markMailFailed(database, await heldMail(database, id), {
        reason: "550 no",
        at: 1,
        dueAt: null,
      });
    }
    const deps = { database, clock: () => 100_000 };
    const { done, failed } = await retryMails(deps, olga, ids);
    expect(done).toEqual([first, second].map((id) => ({ id, attempts: 1 })));
    expect(failed).toMatchObject([
      { id: waiting, reason: "This email is still waiting. Open it to send it now." },
    ]);
    expect((await claimMail(database, 110_000))?.id).toBe(waiting);
    await database.write((tx) =>
      tx
        .updateTable("mail_outbox")
        .set({ leased_until: 200_000 })
        .where("id", "=", first)
        .execute(),
    );
    expect((await undoRetries(deps, olga, done)).done).toEqual([second]);
    expect((await undoRetries(deps, olga, done)).done).toEqual([]);
    const mail = await readMail({ database }, olga, second);
    expect(mail).toMatchObject({ state: "failed", attempts: 1 });
    const [fresh = ""] = await queue(database, ["new@example.com"]);
    expect((await undoRetries(deps, olga, [{ id: fresh, attempts: 3 }])).done).toEqual([]);
    const log = await database.read.selectFrom("audit_log").select("action").execute();
    expect(log.map(({ action }) => action).sort()).toEqual([
      "Send mail again",
      "Send mail again",
      "Undo sending mail",
    ]);
    expect((await refusal(retryMails(deps, customer, ids))).code).toBe("forbidden");
    expect((await refusal(sendAgain(deps, customer, first))).code).toBe("forbidden");
    expect((await refusal(undoRetries(deps, customer, done))).code).toBe("forbidden");
    expect((await refusal(retryMails(deps, olga, []))).code).toBe("invalid");
  });

  test("queues a complete copy of a sent email", async () => {
    const database = await openDatabase();
    const references = {
      letter: "welcome",
      about: "order",
      replyTo: "hello@example.com",
      unsubscribeUrl: "https://example.com/u",
    };
    const id = await database.write((tx) =>
      queueMail(tx, { ...mailTo("Ada@example.com"), ...references }, 0),
    );
    await markMailSent(database, await heldMail(database, id), 2);
    const copyId = await sendAgain({ database, clock: () => 9 }, olga, id);
    const mails = database.read.selectFrom("mail_outbox").selectAll();
    const [sent, copy] = await Promise.all(
      [id, copyId].map((each) => mails.where("id", "=", each).executeTakeFirst()),
    );
    expect(sent).toMatchObject({ state: "sent", sent_at: 2 });
    const own = { id: copyId, state: "waiting", attempts: 0, sent_at: null };
    expect(copy).toEqual({ ...sent, ...own, created_at: 9, due_at: 9 });
  });

  test("hides what looks like a secret in an email that was queued before secrets were stored", async () => {
    const database = await openDatabase();
    const url = "https://furrow.example/reset?from=x&token=s3cr-et_1#top";
    const html = `<a href="${url.replace("&", "&amp;")}">Go</a>`;
    const text = `Go:\n${url}\nYour code is 402913.\n`;
    const mail = { ...mailTo("ada@example.com"), text, html, secrets: null };
    const id = await database.write((tx) => queueMail(tx, mail, 0));
    await markMailSent(database, await heldMail(database, id), 1);
    const copyId = await sendAgain({ database, clock: () => 2 }, olga, id);
    for (const each of [id, copyId]) {
      const shown = await readMail({ database }, olga, each);
      expect(shown.text).toBe(
        "Go:\nhttps://furrow.example/reset?from=x&token=…#top\nYour code is ….\n",
      );
      expect(shown.html).not.toContain("s3cr");
      expect(shown.hidesSecrets).toBe(true);
    }
  });

  test("stores only the content of an email, and adds the layout when an email is shown, sent or copied", async () => {
    const database = await openDatabase();
    const button = { text: "Go", url: "https://furrow.example/reset?token=s3cr-et" };
    const welcome = letter({
      sender: { name: "Furrow" },
      ...mailTo("ada@example.com"),
      paragraphs: ["Rain & sun"],
      button,
    });
    const id = await database.write((tx) => queueMail(tx, welcome, 0));
    expect(htmlOf(welcome, lookOf(undefined))).toMatch(
      /^<!doctype html>.*Rain &amp; sun.*s3cr-et/s,
    );
    expect((await readMail({ database }, olga, id)).html).toBe(
      htmlOf(welcome, lookOf(undefined)).replaceAll("s3cr-et", "…"),
    );
    const rows = database.read.selectFrom("mail_outbox").select("html_body");
    expect(await rows.execute()).toEqual([{ html_body: "" }]);
    await markMailSent(database, await heldMail(database, id), 1);
    await sendAgain({ database, clock: () => 2 }, olga, id);
    const copy = await claimMail(database, 2);
    expect(copy && htmlOf(copy, lookOf(undefined))).toBe(htmlOf(welcome, lookOf(undefined)));
  });
});
