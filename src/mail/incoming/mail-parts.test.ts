import fc from "fast-check";
import { expect, test } from "vitest";
import { sampleMail } from "../../../tests/support/mail/sample-mails.ts";
import { parseIncomingMail } from "./parse-incoming-mail.ts";

const words = "Please cancel the page.";

function part(type: string, body: string, headers: readonly string[] = []): string {
  return [`Content-Type: ${type}`, ...headers, "", body].join("\n");
}

let boundaries = 0;

function multipart(kind: string, ...parts: readonly string[]): string {
  boundaries += 1;
  const boundary = `b${boundaries}`;
  const content = parts.map((each) => `--${boundary}\n${each}\n`).join("");
  return part(`multipart/${kind}; boundary=${boundary}`, `${content}--${boundary}--\n`);
}

/** An email whose content is a part with its headers. */
function read(content: string) {
  const [head = "", ...body] = content.split("\n\n");
  return parseIncomingMail(sampleMail({ headers: head.split("\n"), body: body.join("\n\n") }));
}

const html = part("text/html; charset=utf-8", `<p>${words}</p>`);
const plain = part("text/plain; charset=utf-8", words);
const blank = part("text/plain; charset=utf-8", " \n\u00a0\n");
const footer = part("text/plain", "You are a member of this group.");
const pdf = part("application/pdf; name=plan.pdf", "JVBERi0=", [
  "Content-Transfer-Encoding: base64",
  "Content-Disposition: attachment; filename=plan.pdf",
]);
const logo = part("image/png; name=logo.png", "iVBORw0K", [
  "Content-Transfer-Encoding: base64",
  "Content-ID: <logo>",
  "Content-Disposition: inline; filename=logo.png",
]);
const calendar = part("text/calendar; method=REPLY", "BEGIN:VCALENDAR\nEND:VCALENDAR");
const winmail = part("application/ms-tnef; name=winmail.dat", "eJ8+", [
  "Content-Transfer-Encoding: base64",
]);

test.each([
  ["HTML alone in alternatives", multipart("alternative", html), 0],
  ["HTML beside a PDF", multipart("mixed", html, pdf), 1],
  ["HTML beside a logo", multipart("related", html, logo), 1],
  ["HTML beside a blank text", multipart("alternative", blank, html), 0],
  [
    "HTML and a logo beside a text",
    multipart("alternative", plain, multipart("related", html, logo)),
    1,
  ],
  ["alternatives beside a PDF", multipart("mixed", multipart("alternative", blank, html), pdf), 1],
  ["a calendar answer", multipart("alternative", plain, html, calendar), 1],
  ["an email of old Outlook", multipart("mixed", plain, winmail), 1],
  [
    "a signed email",
    multipart("signed; micalg=sha-256", plain, part("application/pkcs7-signature", "x")),
    1,
  ],
])("the words of %s are the message", async (_structure, content, attachments) => {
  const mail = await read(content);
  expect(mail).toMatchObject({ text: words, attachments, reason: null });
  expect(mail.original).toContain(words);
});

test("all parts with words are read, also HTML in front of a footer and behind a file", async () => {
  const withFooter = multipart("mixed", multipart("alternative", blank, html), footer);
  expect((await read(withFooter)).text).toBe(`${words}\n\nYou are a member of this group.`);
  const second = part("text/html", "<p>And the one about pears.</p>");
  const split = await read(multipart("mixed", html, pdf, second));
  expect(split.text).toBe(`${words}\n\nAnd the one about pears.`);
});

test("a text file stays an attachment, also one that is shown inline", async () => {
  const file = (disposition: string) =>
    part("text/plain; name=list.txt", "plums", [
      `Content-Disposition: ${disposition}; filename=list.txt`,
    ]);
  const mail = await read(multipart("mixed", plain, file("attachment"), file("inline")));
  expect(mail).toMatchObject({ text: words, attachments: 2 });
});

test("a picture alone is an attachment of an email without words", async () => {
  const mail = await read(multipart("related", part("text/html", '<img src="cid:logo">'), logo));
  expect(mail).toMatchObject({ text: "", attachments: 1 });
});

test("an email that a person forwards as a part is in the message, uncut", async () => {
  const inner = `From: Ben <ben@example.net>\nSubject: =?utf-8?Q?Pl=C3=BCms?=\nContent-Type: text/html\n\n<p>Plums are blue.</p><blockquote type=cite>Are they?</blockquote>`;
  const forwarded = part("message/rfc822", inner, ["Content-Disposition: attachment"]);
  const { text, original, attachments } = await read(multipart("mixed", plain, forwarded));
  expect(text).toBe(
    `${words}\n\nFrom: Ben <ben@example.net>\nSubject: Plüms\n\nPlums are blue.\n\n> Are they?`,
  );
  expect(original).toContain("Plums are blue.");
  expect(attachments).toBe(0);
});

const latin = (text: string) => Buffer.from(text, "latin1");
const typed = (charset: string) => [`Content-Type: text/plain${charset && `; charset=${charset}`}`];

test.each([
  ["windows-1252 labelled ISO-8859-1", "“5 €”", "iso-8859-1", latin("\u00935 \u0080\u0094")],
  ["windows-1252 without a label", "“Grün”", "", latin("\u0093Gr\u00fcn\u0094")],
  ["UTF-8 without a label", "“Grün” 🍐", "", Buffer.from("“Grün” 🍐")],
  ["UTF-8 labelled ASCII", "Grün", "us-ascii", Buffer.from("Grün")],
  ["UTF-8 labelled ISO-8859-1", "Grün", "iso-8859-1", Buffer.from("Grün")],
  ["GB18030", "梨", "gb18030", Buffer.from([0xc0, 0xe6])],
  ["ISO-2022-JP", "梨", "iso-2022-jp", Buffer.from("\u001b$BM|\u001b(B", "latin1")],
  ["KOI8-R", "да", "koi8-r", Buffer.from([0xc4, 0xc1])],
  ["an unknown label", "Grün", "x-unknown", Buffer.from("Grün")],
])("a text in %s is read", async (_encoding, text, charset, body) => {
  const mail = await parseIncomingMail(sampleMail({ headers: typed(charset), body }));
  expect(mail.text).toBe(text);
});

test("broken quoted-printable keeps its words", async () => {
  const headers = [...typed("utf-8"), "Content-Transfer-Encoding: quoted-printable"];
  const mail = await parseIncomingMail(sampleMail({ headers, body: "Gr=C3=BCn =ZZ 5 = 5=\n!=" }));
  expect(mail.text).toMatch(/^Grün .*5.*!/);
});

test("lines of format=flowed are joined, and its quotes stay quotes", async () => {
  const headers = ["Content-Type: text/plain; charset=utf-8; format=flowed"];
  const body = "The old \naddress.\n\n> Which \n> address?\nYes.";
  const { text } = await parseIncomingMail(sampleMail({ headers, body }));
  expect(text).toMatch(/^The old address\.\n\n> Which/);
  expect(text).toMatch(/\nYes\.$/);
});

test("words in any part of any structure are in the message", async () => {
  const leaf = fc.constantFrom(html, plain);
  const filler = fc.constantFrom(blank, pdf, logo, calendar, part("text/html", "<p>&nbsp;</p>"));
  const { tree } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc
        .tuple(
          fc.constantFrom("mixed", "alternative", "related"),
          fc.array(filler, { maxLength: 2 }),
          tie("tree"),
          fc.array(filler, { maxLength: 2 }),
        )
        .map(([kind, before, inner, after]) => multipart(kind, ...before, inner, ...after)),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(tree, async (content) => {
      const { text, original } = await read(content);
      expect(text).toBe(words);
      expect(original).toContain(words);
    }),
    { numRuns: 100 },
  );
});
