import fc from "fast-check";
import { expect, test } from "vitest";
import { lookOf } from "#look/look.ts";
import { sampleMail } from "../../../tests/support/mail/sample-mails.ts";
import { letter } from "../templates/email.ts";
import { htmlOf } from "../templates/email-html.ts";
import { parseIncomingMail } from "./parse-incoming-mail.ts";

const token = "c11-0123456789abcdefghijklmnopqr".slice(0, 32);
const to = `Furrow <reply+${token}@site.example>`;
const words = "The old address\nshould stay.";

/** An email as the site sends it. */
const sent = letter({
  sender: { name: "Furrow" },
  recipient: "ada@example.com",
  subject: "News about your order 11",
  paragraphs: ["Here is what is new, Ada:", "Which address should we use?", "And when?"],
  button: { text: "See your order", url: "https://site.example/order-link?token=removed" },
  isRepliedTo: true,
});
const sentHtml = /<body[^>]*>(.*)<\/body>/s.exec(htmlOf(sent, lookOf(undefined)))?.[1] ?? "";
const quotedText = sent.text.replace(/^/gm, "> ");

async function read(contentType: string, body: string) {
  const headers = [`Content-Type: ${contentType}; charset=utf-8`];
  return parseIncomingMail(sampleMail({ to, headers, body }));
}

const textOf = async (body: string) => (await read("text/plain", body)).text;
const textOfHtml = async (body: string) => (await read("text/html", body)).text;

test("the marker is the first text of an email that can be answered", () => {
  expect(sent.text).toMatch(/^--- Write above this line to reply ---\n/);
  expect(sentHtml.replace(/<[^>]*>/g, "").trim()).toMatch(/^--- Write above this line to reply/);
});

const site = "Furrow <shop@site.example>";
const introductions = {
  "English Gmail": `On Fri, Nov 20, 2026 at 12:00 PM ${site} wrote:`,
  "wrapped Gmail": "On Fri, Nov 20, 2026 at 12:00 PM Furrow <\nshop@site.example> wrote:",
  "Polish Gmail": `pt., 20 lis 2026 o 12:00 ${site} napisał(a):`,
  "Turkish Gmail": `${site}, 20 Kas 2026 Cum, 12:00 tarihinde şunu yazdı:`,
  "Japanese Gmail": `2026年11月20日(金) 12:00 ${site}:`,
  "Chinese Gmail, with a full-width colon": `${site} 于2026年11月20日周五 12:00写道：`,
  "Hebrew Gmail, with direction marks": `\u202bבתאריך יום ו׳, 20 בנוב׳ 2026 ב-12:00 מאת \u202aFurrow\u202c\u200f <\u202ashop@site.example\u202c\u200f>:\u202c`,
  "German Thunderbird": "Am 20.11.26 um 12:00 schrieb Furrow:",
  "Danish Apple Mail": `Den 20. nov. 2026 kl. 12.00 skrev ${site}:`,
  "Swedish Outlook": `________________________________\nFrån: ${site}\nSkickat: den 20 november 2026 12:00\nTill: Ada Field\nÄmne: News`,
  "Dutch Outlook": `-----Oorspronkelijk bericht-----\nVan: ${site}\nVerzonden: vrijdag 20 november 2026 12:00\nAan: ada@example.com\nOnderwerp: News`,
  "Polish Outlook without addresses":
    "Od: Furrow\nWysłano: piątek, 20 listopada 2026 12:00\nDo: Ada Field\nTemat: News",
  "Japanese Outlook": `差出人： ${site}\n送信日時： 2026年11月20日 12:00\n宛先： ada@example.com\n件名： News`,
  "Chinese QQ Mail": `------------------ 原始邮件 ------------------\n发件人: "Furrow" <shop@site.example>;\n发送时间: 2026年11月20日(星期五) 中午12:00\n收件人: "Ada"<ada@example.com>;\n主题: News`,
  "Russian Outlook": `От: ${site}\nОтправлено: 20 ноября 2026 г. 12:00\nКому: Ada\nТема: News`,
  "Arabic Outlook": `من: ${site}\nتم الإرسال: ٢٠ نوفمبر ٢٠٢٦ ١٢:٠٠\nإلى: ada@example.com\nالموضوع: News`,
  "Gmail that shows the names of headers in bold": `*Von:* ${site}\n*Gesendet:* Freitag, 20. November 2026 12:00\n*An:* Ada\n*Betreff:* News`,
  Samsung: `-------- Original message --------\nFrom: ${site}\nDate: 20/11/2026 12:00 (GMT+01:00)\nTo: ada@example.com\nSubject: News`,
};

for (const [program, introduction] of Object.entries(introductions)) {
  test(`a quote by ${program} is cut off, whether its lines are marked or not`, async () => {
    expect(await textOf(`${words}\n\n${introduction}\n\n${quotedText}`)).toBe(words);
    expect(await textOf(`${words}\n\n${introduction}\n\n${sent.text}`)).toBe(words);
  });

  test(`a quote by ${program} without the marker is cut off or stays whole`, async () => {
    const rest = sent.text.split("\n").slice(2).join("\n");
    const text = await textOf(`${words}\n\n${introduction}\n\n${rest}`);
    const isOfSite = introduction.includes("@site.example");
    expect(text).toBe(isOfSite ? words : `${words}\n\n${introduction}\n\n${rest.trim()}`);
  });
}

const html = "<div>The old address<br>should stay.</div>";
const headers = `<b>From:</b> Furrow &lt;shop@site.example&gt;<br><b>Sent:</b> Friday, November 20, 2026 12:00<br><b>To:</b> ada@example.com<br><b>Subject:</b> News`;
const attribution =
  'On Fri, Nov 20, 2026 at 12:00 PM Furrow &lt;<a href="mailto:shop@site.example">shop@site.example</a>&gt; wrote:';
const programs = {
  Gmail: `${html}<br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${attribution}<br></div><blockquote class="gmail_quote">${sentHtml}</blockquote></div>`,
  "Gmail, read by Outlook": `${html}<br><div class="x_gmail_quote"><div class="x_gmail_attr">${attribution}<br></div><blockquote class="x_gmail_quote">${sentHtml}</blockquote></div>`,
  "Apple Mail": `${html}<div><br><blockquote type="cite"><div>On 20 Nov 2026, at 12:00, Furrow &lt;shop@site.example&gt; wrote:</div><br><div>${sentHtml}</div></blockquote></div>`,
  "an iPhone": `${html}<div dir="ltr"><br><blockquote type="cite">${attribution}<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">${sentHtml}</div></blockquote>`,
  "Outlook on the web": `${html}<div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr">${headers}</div><div>${sentHtml}</div>`,
  "Outlook for Windows": `<div class="WordSection1"><p class="MsoNormal">The old address<o:p></o:p></p><p class="MsoNormal">should stay.<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">${headers}<o:p></o:p></p></div></div>${sentHtml}</div>`,
  "Outlook for Mac": `${html}<div id="mail-editor-reference-message-container"><div style="border-top:solid #B5C4DF 1.0pt"><p>${headers}</p></div><div>${sentHtml}</div></div>`,
  Yahoo: `${html}<div id="ydp1yahoo_quoted_1" class="ydp1 yahoo_quoted"><div>${attribution}</div><div><br></div><div>${sentHtml}</div></div>`,
  Proton: `${html}<div class="protonmail_quote">${attribution}<br><blockquote class="protonmail_quote" type="cite">${sentHtml}</blockquote></div>`,
  Thunderbird: `<p>The old address<br>should stay.</p><div class="moz-cite-prefix">Am 20.11.26 um 12:00 schrieb Furrow:<br></div><blockquote type="cite" cite="mid:1@site.example">${sentHtml}</blockquote>`,
  Spark: `${html}<div name="messageReplySection">${attribution}<br><blockquote type="cite" class="spark_quote">${sentHtml}</blockquote></div>`,
  "a program without marks": `${html}<br><div>${attribution}</div><div>${sentHtml}</div>`,
  "a program that shows hidden elements": `${html}<div id="divRplyFwdMsg">${headers}</div>${sentHtml.replace("display:none;", "")}`,
};

test.each(Object.entries(programs))("a reply in the HTML of %s is cut", async (_program, body) => {
  const mail = await read("text/html", body);
  expect(mail.text).toBe(words);
  expect(mail.original).toContain("Which address should we use?");
});

test.each(Object.entries(programs))(
  "the HTML of %s with only the quote is no message",
  async (_program, body) => {
    const quoteOnly = body.replace(/The old address(.*?)should stay\./, "");
    expect((await read("text/html", quoteOnly)).text).toBe("");
  },
);

test("earlier emails of the site, with the preview above the marker, are cut, too", async () => {
  const [marker = "", preview = ""] = sentHtml.trim().split("\n");
  const before = sentHtml.replace(marker, "").replace(preview, `${preview}${marker}`);
  const shown = before.replace("display:none;", "");
  for (const quote of [before, shown]) {
    expect(await textOfHtml(`${html}<hr><div>${headers}</div>${quote}`)).toBe(words);
    expect(
      await textOfHtml(`${html}<div>${attribution}</div><blockquote>${quote}</blockquote>`),
    ).toBe(words);
  }
});

test("words below the quote are the message", async () => {
  const introduction = introductions["English Gmail"];
  expect(await textOf(`${introduction}\n\n${quotedText}\n\n${words}\n`)).toBe(words);
  const body = `<div>${attribution}</div><blockquote type="cite">${sentHtml}</blockquote>${html}`;
  expect(await textOfHtml(body)).toBe(words);
});

test("words between quoted lines stay, with the quote", async () => {
  const introduction = introductions["English Gmail"];
  const plain = `See below.\n\n${introduction}\n> --- Write above this line to reply ---\n>\n> Which address?\nThe new one.\n> And when?\n\nOn Monday.\n\n> Bye\n`;
  const shown = `See below.\n\n> ${introduction}\n>\n> Which address?\nThe new one.\n> And when?\n\nOn Monday.`;
  expect(await textOf(plain)).toBe(shown);
  const quote = (text: string) => `<blockquote class="gmail_quote"><p>${text}</p></blockquote>`;
  const marked = "--- Write above this line to reply ---</p><p>Which address?";
  const body = `<div>See below.</div><br><div class="gmail_quote"><div class="gmail_attr">${attribution}</div>${quote(marked)}<div>The new one.</div>${quote("And when?")}<div>On Monday.</div>${quote("Bye")}</div>`;
  const text = await textOfHtml(body);
  expect(text.split("\n").filter((line) => line !== "" && !line.startsWith(">"))).toEqual([
    "See below.",
    "The new one.",
    "On Monday.",
  ]);
  expect(text).toMatch(/> Which address\?\n.*\n> And when\?\n[^>]*$/s);
});

test.each([
  ["a line with an address", "Note: write to me@example.com\nKontakt: ada@example.com"],
  ["an address of the site", "Please show:\nMail: shop@site.example\nPhone: 030 1234"],
  ["a time with a colon", "The call is on 20 November 2026 at 12:00:\n\nI will be there."],
  ["lines that begin with >", "My list:\n> one\n> two"],
  ["lines that begin with > at the top", "> Which address?\nThe old one."],
  ["a sentence about the marker", "Why does it say “Write above this line to reply”?\n\nAda"],
  ["a signature", "Yes.\n\n-- \nAda Field\nPhone: 030 1234\nMail: ada@example.com"],
  [
    "a forwarded email",
    "Please use this:\n\n---------- Forwarded message ---------\nFrom: Ben <ben@example.net>\nDate: Fri, 20 Nov 2026 at 12:00\nSubject: Texts\nTo: <ada@example.com>\n\nPlums are blue.",
  ],
  [
    "an email of somebody else",
    "Look:\n\nOn Fri, 20 Nov 2026 at 12:00, Ben <ben@example.net> wrote:\n> Plums are blue.",
  ],
])("%s that a person writes stays", async (_what, body) => {
  expect(await textOf(body)).toBe(body);
  expect(await textOf(`${body}\n\n${introductions["English Gmail"]}\n\n${quotedText}`)).toBe(body);
  expect(await textOf(`${body}\n\n${introductions["Swedish Outlook"]}\n\n${sent.text}`)).toBe(body);
});

test("a forwarded email in HTML stays", async () => {
  const forwarded = `<div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------<br>From: Ben &lt;ben@example.net&gt;<br>Date: Fri, 20 Nov 2026 at 12:00<br>Subject: Texts<br>To: ada@example.com<br></div><p>Plums are blue.</p></div>`;
  expect(await textOfHtml(`<div>Please use this:</div>${forwarded}`)).toContain("Plums are blue.");
  const apple = `<div>Please use this:</div><blockquote type="cite"><div>Begin forwarded message:</div><div><b>From: </b>Ben &lt;ben@example.net&gt;</div><div>Plums are blue.</div></blockquote>`;
  expect(await textOfHtml(apple)).toContain("> Plums are blue.");
});

test("an indented paragraph is no quote", async () => {
  const indented = '<blockquote style="margin:0 0 0 40px;border:none">Plums are blue.</blockquote>';
  expect(await textOfHtml(`<div>The text:</div>${indented}`)).toBe("The text:\nPlums are blue.");
});

test("hidden elements are left out, unless all words are hidden", async () => {
  const hidden = '<div style="Display: none">Preview</div><p hidden>Old</p>';
  expect(await textOfHtml(`${hidden}<p>Yes.</p>`)).toBe("Yes.");
  expect(await textOfHtml(hidden)).toBe("Preview\n\nOld");
});

test("links keep their address, and cells and emoji their place", async () => {
  const body = `<p>See <a href="https://example.com/a">the list</a> or <a href="https://example.com/">https://example.com/</a>, <a href="mailto:reply%2B${token}%40site.example">write</a> <img alt="🍐" src="cid:1"><img alt="logo" src="cid:2"></p><table><tr><td>Plums</td><td>5</td></tr><tr><td>Pears</td><td>7</td></tr></table>`;
  expect(await textOfHtml(body)).toBe(
    "See the list (https://example.com/a) or https://example.com/, write 🍐\n\nPlums 5\nPears 7",
  );
});

test("deeply nested and endless HTML keeps its words", async () => {
  const deep = `${"<div>".repeat(100_000)}Yes.`;
  expect(await textOfHtml(deep)).toBe("Yes.");
  expect(await textOfHtml(`${"<b></i>".repeat(100_000)}Yes.`)).toBe("Yes.");
  expect(await textOfHtml(`${"<".repeat(100_000)}p>Yes.`)).toContain("Yes.");
});

test("whatever a person writes above a quote is the message", async () => {
  const line = fc.string({ unit: fc.constantFrom(..."ab :>-@.é1") }).map((text) => `x${text}`);
  const introduction = fc.constantFrom(...Object.values(introductions));
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 5 }),
      introduction,
      async (lines, above) => {
        const body = `${lines.join("\n")}\n\n${above}\n\n${quotedText}`;
        const expected = lines.map((text) => text.trimEnd());
        const text = await textOf(body);
        expect(text.split("\n").map((one) => one.trimEnd())).toEqual(expected);
      },
    ),
    { numRuns: 60 },
  );
});
