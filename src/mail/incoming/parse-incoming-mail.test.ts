import { expect, test } from "vitest";
import { isPlainText, pathOfControl } from "#platform/texts/plain-text.ts";
import { automaticMails, sampleMail } from "../../../tests/support/mail/sample-mails.ts";
import { parseIncomingMail } from "./parse-incoming-mail.ts";

test.each(Object.entries(automaticMails))(
  "%s is recognised as an email to drop",
  async (_what, [reason, mail]) => {
    expect(await parseIncomingMail(sampleMail(mail))).toMatchObject({ reason });
  },
);

test("an email with the header “Auto-Submitted: no” does not count as automatic", async () => {
  const headers = ["Auto-Submitted: no", "Precedence: normal"];
  expect(await parseIncomingMail(sampleMail({ headers }))).toMatchObject({ reason: null });
});

test("answers between quoted lines stay, and so does a sentence that ends with a colon", async () => {
  const body = "> Which address?\nThe old one.\n> And when?\nTomorrow.\n\nMy numbers:\n12";
  expect((await parseIncomingMail(sampleMail({ body }))).text).toBe(body);
  const other = "First.\n\nThe new pages at ada@example.com:\n\nA\nB";
  expect((await parseIncomingMail(sampleMail({ body: other }))).text).toBe(other);
});

test("a line of very many dashes is read at once", async () => {
  // Takes half a minute, and so fails, if the time grows with the square of the length.
  const body = `Yes.\n--x${"-".repeat(99_000)}x\n> old`;
  const { text } = await parseIncomingMail(sampleMail({ body }));
  expect(text === body).toBe(true);
});

test("line breaks and control characters in headers and text have no effect, also when they are encoded", async () => {
  const mail = await parseIncomingMail(
    sampleMail({
      subject: "=?utf-8?Q?Hello=0D=0ABcc:_x@example.com=00?=",
      body: "One\u0000\u0007 two",
    }),
  );
  expect(mail).toMatchObject({ sender: "ada@example.com", text: "One two" });
  expect(mail.subject).toBe("Hello Bcc: x@example.com");
  expect(isPlainText(mail.original)).toBe(true);
  const headers = ["References: <a\u0007b@example.com>", "Delivered-To: ada\u001b[2J@example.com"];
  const hostile = sampleMail({ headers, body: `${"x".repeat(99_999)}👩 and more\u009b` });
  expect(pathOfControl(await parseIncomingMail(hostile))).toBeUndefined();
  const from = "=?utf-8?Q?Ada=0D=0ABcc:_x@example.com?= <ada@example.com>";
  expect(await parseIncomingMail(sampleMail({ from }))).toMatchObject({ sender: "" });
});

test("an email is identified by its Message-ID, or by its bytes if it has none", async () => {
  const keyOf = async (mail: Parameters<typeof sampleMail>[0]) =>
    (await parseIncomingMail(sampleMail(mail))).key;
  const messageId = "one@example.com";
  expect(await keyOf({ messageId })).toBe(await keyOf({ messageId, body: "Other words" }));
  expect(await keyOf({ messageId: "" })).toBe(await keyOf({ messageId: "" }));
  expect(await keyOf({ messageId: "" })).not.toBe(await keyOf({ messageId: "", body: "Other" }));
});

test("bytes that are not an email name no sender, no recipient and no answered email", async () => {
  const noise = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256));
  for (const bytes of [noise, Buffer.alloc(0)]) {
    const mail = await parseIncomingMail(bytes);
    expect(mail).toMatchObject({ sender: "", recipients: "", answers: [] });
  }
});
