import { expect, test } from "vitest";
import { exampleAddress } from "#content/blocks/footer.ts";
import { lookOf } from "#look/look.ts";
import { demonstrationBusiness } from "#platform/business.ts";
import { filledIn, letter, senderDetailsOf } from "./email.ts";
import { htmlOf } from "./email-html.ts";

const words = {
  recipient: "ada@example.com",
  subject: "Rain <soon>",
  paragraphs: ["Fish & chips <script>alert(1)</script>", '"quoted"'],
  facts: [["Plan", "</table><img src=x onerror=alert(1)>"]] as const,
  button: { text: "Go <b>now</b>", url: 'https://furrow.example/?a=1&b="><script>' },
  sender: { name: "Meridian", line: "<i>Furrow</i>", address: ["<img src=x>"] },
  reason: "</body><script>",
};

test("an email shows markup in its values as text", () => {
  const html = htmlOf(letter(words), lookOf(undefined));
  expect(html).not.toMatch(/<script|<img|<b>|<i>/);
  expect(html).toContain("Fish &amp; chips &lt;script&gt;alert(1)&lt;/script&gt;");
  expect(html).toContain('href="https://furrow.example/?a=1&amp;b=&quot;&gt;&lt;script&gt;"');
  expect(html).toContain("Go &lt;b&gt;now&lt;/b&gt;");
  expect(html).toContain("<title>Rain &lt;soon&gt;</title>");
  expect(html.match(/<\/body>/g)).toHaveLength(1);
});

test("the plain text of an email has the same content as its HTML", () => {
  const { text, recipient, subject } = letter(words);
  expect([recipient, subject]).toEqual(["ada@example.com", "Rain <soon>"]);
  expect(text.split("\n\n")).toEqual([
    ...words.paragraphs,
    `Plan: ${words.facts[0][1]}`,
    `${words.button.text}:\n${words.button.url}`,
    "-- \n<i>Furrow</i>\n<img src=x>",
    "</body><script>\n",
  ]);
});

test("the plain text has short lines, unbroken URLs and facts in columns", () => {
  const url = `https://furrow.example/reset?token=${"x".repeat(90)}`;
  const { text } = letter({
    recipient: "ada@example.com",
    subject: "Rain",
    paragraphs: ["It rains on the field ".repeat(12).trim()],
    facts: [
      ["Plan", "Standard"],
      ["Order number", "1042"],
    ],
    button: { text: "Go", url },
    sender: { name: "Meridian" },
  });
  const lines = text.split("\n");
  expect(lines).toContain(url);
  expect(lines.filter((line) => line !== url).every((line) => line.length <= 72)).toBe(true);
  expect(text).toContain("Plan:         Standard\nOrder number: 1042");
});

test("a value that is long, or has lines, stands below its label with its lines", () => {
  const note = "Hello Ada,\n\nas promised <on the phone>.";
  const mail = letter({ ...words, facts: [...words.facts, ["Total", "$3.00"], ["Note", note]] });
  expect(mail.text).toContain(`Total: $3.00\nNote:\n${note}`);
  const html = htmlOf(mail, lookOf(undefined));
  expect(html).toMatch(/<th scope="row" colspan="2"[^>]*>Note<\/th><\/tr>/);
  expect(html).toMatch(
    /<td colspan="2"[^>]*text-align:left[^>]*>Hello Ada,<br><br>as promised &lt;on the phone&gt;\.<\/td>/,
  );
});

test("a short label is not broken in the middle of a word", () => {
  const mail = letter({ ...words, facts: [["Express start", "$79.00"]] });
  const html = htmlOf(mail, lookOf(undefined));
  const [row = ""] = /<th[^>]*>Express start<.*?<\/td>/.exec(html) ?? [];
  expect(row).toContain("$79.00");
  expect(row).not.toContain("overflow-wrap");
});

test("a second link is a link with its words, below the button", () => {
  const url = 'https://furrow.example/?token=1&b="';
  const mail = letter({ ...words, links: [{ text: "No, <i>thank you</i>", url }] });
  expect(mail.text).toContain(`${words.button.url}\n\nNo, <i>thank you</i>:\n${url}\n`);
  expect(htmlOf(mail, lookOf(undefined))).toMatch(
    /<a class="ink" href="https:\/\/furrow\.example\/\?token=1&amp;b=&quot;"[^>]*>No, &lt;i&gt;thank you&lt;\/i&gt;<\/a>/,
  );
});

test.each([
  "Rain\r\nBcc: eve@example.com",
  "Rain\u2028Bcc: eve@example.com",
  "Rain\u0000\nBcc: eve@example.com",
])("a subject with line breaks becomes one line: %j", (subject) => {
  expect(letter({ ...words, subject }).subject).toBe("Rain Bcc: eve@example.com");
});

test("the sender's details are those of the settings, and never the invented address", () => {
  const business = { ...demonstrationBusiness, name: "Meridian", phone: "+47 220 00 000" };
  expect(senderDetailsOf(business, undefined, { _id: "1", ...exampleAddress }).address).toEqual([
    "+47 220 00 000",
  ]);
  const shown = senderDetailsOf(demonstrationBusiness, undefined, { _id: "1", ...exampleAddress });
  expect(shown.address).toContain(exampleAddress.location);
});

test("a person without a name is addressed by none", () => {
  const words = "Thank you, {customerName}. The plan {plan}, {customerName}, is paid.";
  expect(filledIn(words, { customerName: "", plan: "Basic" })).toBe(
    "Thank you. The plan Basic, is paid.",
  );
});
