import { expect, test } from "vitest";
import { lookOf } from "#look/look.ts";
import { olga, openContent } from "../../tests/support/content.ts";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { heldMail } from "../../tests/support/mail/held-mail.ts";
import { postFor } from "../../tests/support/mail/post.ts";
import { readSourceFiles } from "../../tests/support/source-files.ts";
import { type EmailTemplateName, emailTemplates } from "../content/emails/email-templates.ts";
import { updateRecord } from "../content/records/save-block.ts";
import type { Database } from "../platform/database/database.ts";
import { newToken } from "../platform/tokens.ts";
import { listAuditEntries } from "../policy/list-audit-entries.ts";
import { mailsAbout } from "./outbox/outbox.server.ts";
import { pageOfMails, readMail } from "./outbox/read-mails.ts";
import { retryMails } from "./outbox/retry-mails.ts";
import { sendAgain } from "./outbox/send-again.ts";
import { queueEmail } from "./queue-email.server.ts";
import { claimMail, markMailFailed, markMailSent } from "./sending/due-mail.server.ts";
import { htmlOf } from "./templates/email-html.ts";

/** Everything that lists, the page of an email, the history of an order and the audit log show. */
async function shownAnywhere(database: Database, id: string, about: string): Promise<string> {
  const clock = () => 10;
  const copyId = await sendAgain({ database, clock }, olga, id);
  await markMailFailed(database, await heldMail(database, copyId), {
    reason: "550",
    at: 11,
    dueAt: null,
  });
  await retryMails({ database, clock }, olga, [copyId]);
  const shown = [
    await readMail({ database }, olga, id),
    await readMail({ database }, olga, copyId),
    await pageOfMails({ database }, olga, { page: 1, pageSize: 50 }),
    await mailsAbout(database.read, about),
    await listAuditEntries({ database }, olga, { page: 1, pageSize: 50 }),
  ];
  return JSON.stringify(shown);
}

describeOnEachDatabase("An email of each kind", (openDatabase) => {
  test("shows its token and its codes nowhere in the panel, and is sent with them", async () => {
    const database = await openDatabase();
    const content = await openContent(database);
    const post = postFor({ publicUrl: "https://furrow.example", clock: () => 5 });
    for (const name of Object.keys(emailTemplates) as EmailTemplateName[]) {
      const { block, placeholders } = emailTemplates[name];
      const token = newToken();
      const secretNames: readonly string[] = block.secretPlaceholders ?? [];
      const values = Object.fromEntries(
        Object.keys(placeholders).map((placeholder, index) => [
          placeholder,
          secretNames.includes(placeholder) ? `91835${index}` : "Ada",
        ]),
      );
      // An editor may put every placeholder into every text.
      const all = Object.keys(placeholders)
        .map((placeholder) => `{${placeholder}}`)
        .join(" ");
      const { _id, values: words } = await content.first(block);
      const texts = { subject: all, words: `${all}\n\nhttps://x.example/?${all}`, reason: all };
      const buttonText = secretNames.map((secret) => `{${secret}}`).join(" ") || "Open";
      await updateRecord(content, olga, block, _id, { ...words, ...texts, buttonText });
      const path = `/some-page?proof=${token}`;
      const toSend = { name, values: values as never, recipient: "ada@example.com", path };
      await database.write((tx) => queueEmail(tx, post, { ...toSend, about: name }));
      const sent = await claimMail(database, 6);
      if (sent === undefined) throw new Error(`The email ${name} was not queued.`);
      const secrets = [token, ...secretNames.map((secret) => values[secret] ?? "")];
      for (const secret of secrets) {
        expect(sent.text).toContain(secret);
        expect(htmlOf(sent, lookOf(undefined))).toContain(secret);
      }
      await markMailSent(database, sent, 7);
      const shown = await shownAnywhere(database, sent.id, name);
      const withoutIds = shown.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "");
      for (const secret of secrets) expect(withoutIds, name).not.toContain(secret);
      expect(shown).toContain("some-page?proof=…");
      await database.write((tx) => tx.deleteFrom("mail_outbox").execute());
    }
  });
});

test("only the code that writes, sends and shows emails reads the columns with their texts", () => {
  const readers = readSourceFiles("src", [".ts", ".tsx"])
    .filter(({ path }) => !path.endsWith(".test.ts") && !path.startsWith("src/migrations/"))
    .filter(({ text }) => /text_body|html_body|letter_content/.test(text))
    .map(({ path }) => path.replace("src/mail/", ""));
  expect(readers).toEqual([
    // Deletes waiting emails by their texts.
    "src/conversation/news/withdraw-news.server.ts",
    // Compares a quote with the emails, and shows only lines of the quote.
    "incoming/answers-in-quote.ts",
    "outbox/mail-tables.server.ts",
    "outbox/outbox.server.ts",
    "outbox/read-mails.ts",
    "outbox/send-again.ts",
    "sending/due-mail.server.ts",
    "templates/email-html.ts",
  ]);
});

test("nothing but the sending of emails uses an email as it is stored", () => {
  const users = readSourceFiles("src", [".ts", ".tsx"])
    .filter(({ path }) => !path.endsWith(".test.ts"))
    .filter(({ text }) =>
      /\bclaimMail\b|\bhtmlInRow\b|selectFrom\("mail_outbox"\)\s*\.selectAll/.test(text),
    )
    .map(({ path }) => path.replace("src/mail/", ""));
  expect(users).toEqual([
    // Compares a quote with the emails, and shows only lines of the quote.
    "incoming/answers-in-quote.ts",
    "outbox/read-mails.ts",
    "outbox/send-again.ts",
    "sending/due-mail.server.ts",
    "sending/send-mail.ts",
    "templates/email-html.ts",
  ]);
});
