import type { EmailLogo } from "#look/email-logo.ts";
import type { Look } from "#look/look.ts";
import type { Token } from "#look/palette.ts";
import { escapeHtml } from "#platform/texts/escape-html.ts";
import type { Mail } from "../outbox/outbox.server.ts";
import { choiceText, type EmailContent, type EmailLink, replyMarker } from "./email.ts";
import { type Dress, dressOf, type Frame, schemeOf, sheetOf } from "./email-dress.ts";

/**
 * Lays an email out as tables with inline styles, which every email program since Outlook 2007
 * shows. Older programs ignore the styles for dark colours and round corners.
 */
function letterHtml(content: EmailContent, look: Look, logo: EmailLogo | null): string {
  const { subject, paragraphs, facts, button } = content;
  const dress = dressOf(look);
  const { colours, frame } = dress;
  const scheme = schemeOf(look);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${scheme}">
<meta name="supported-color-schemes" content="${scheme}">
<title>${escapeHtml(subject)}</title>
<style>${sheetOf(dress, logo)}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${colours.ground};color:${colours.ink}">
${content.isRepliedTo ? marker(dress) : ""}
${preheader(paragraphs[0] ?? "")}
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${colours.ground}" style="background:${colours.ground}">
<tr><td class="edge" align="center" style="padding:32px 16px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px">
${heads[frame](logo === null ? escapeHtml(content.siteName) : logoHtml(logo, content.siteName), dress)}
<tr><td class="surface sheet" bgcolor="${colours.surface}" style="${sheets[frame](dress)};background:${colours.surface}">
<h1 class="ink" style="${titles[frame].above}font:${dress.displayWeight} ${titles[frame].size} ${dress.display};color:${colours.ink}">${escapeHtml(subject)}</h1>
${paragraphs.map((words) => paragraphHtml(words, dress)).join("\n")}
${facts.length > 0 ? factsHtml(facts, dress) : ""}
${button === undefined ? "" : buttonHtml(button, dress)}
${(content.links ?? []).map((link) => linkHtml(link, dress)).join("\n")}
</td></tr>
${foot(content, dress)}
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/**
 * Preview text next to the subject in lists of emails. The blanks push the rest of the email out of
 * the preview.
 */
function preheader(words: string): string {
  const hidden =
    "display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all";
  return `<div style="${hidden}">${escapeHtml(words)}${"&#8199;&#847; ".repeat(60)}</div>`;
}

/** A program that loads no pictures shows the name, in the typeface around it. */
function logoHtml({ usual, night }: EmailLogo, siteName: string): string {
  const img = ({ url, width, height }: EmailLogo["usual"], name: string, display: string) =>
    `<img class="${name}" src="${escapeHtml(url)}" width="${width}" height="${height}" alt="${escapeHtml(siteName)}" style="display:${display};max-width:100%;height:auto;border:0;vertical-align:middle">`;
  if (night === null) return img(usual, "logo", "inline-block");
  // Outlook on Windows shows what is hidden.
  return `${img(usual, "logo", "inline-block")}<!--[if !mso]><!-->${img(night, "night-logo", "none")}<!--<![endif]-->`;
}

/** The logo or the name of the site, as HTML, above the sheet. */
const heads: Readonly<Record<Frame, (mark: string, dress: Dress) => string>> = {
  /** Three curved lines. Email programs that ignore round corners show straight lines. */
  furrows: (mark, { colours, display }) => {
    const furrow = (height: number, colour: string, inner: string) =>
      `<div style="height:${height}px;border-top:2px solid ${colour};border-radius:50%/100% 100% 0 0;font-size:0;line-height:0">${inner}</div>`;
    const rows = furrow(
      24,
      colours.brand,
      `<div style="padding:5px 9% 0">${furrow(19, colours["brand-bright"], `<div style="padding:5px 9% 0">${furrow(12, colours.accent, "&nbsp;")}</div>`)}</div>`,
    );
    return `<tr><td style="padding:0 36px 18px" class="inset">
<p class="brand" style="margin:0;font:700 24px/1.2 ${display};color:${colours.brand}">${mark}</p>
</td></tr>
<tr><td style="height:26px;overflow:hidden;font-size:0;line-height:0">${rows}</td></tr>`;
  },
  bar: (mark, { colours, display }) => `<tr><td style="padding:8px 0 24px" class="inset">
<p class="ink" style="margin:0;font:700 22px/1.2 ${display};letter-spacing:-.01em;color:${colours.ink}">${mark}</p>
</td></tr>
<tr><td class="bar" bgcolor="${colours.brand}" style="height:6px;background:${colours.brand};font-size:0;line-height:0">&nbsp;</td></tr>`,
  rules: (
    mark,
    { colours, display },
  ) => `<tr><td class="rule inset" style="padding:14px 0 12px;border-top:1px solid ${colours.ink};border-bottom:3px double ${colours.ink};text-align:center">
<p class="ink" style="margin:0;font:500 27px/1.2 ${display};color:${colours.ink}">${mark}</p>
</td></tr>`,
};

/** Space in the sheet, and its corners. */
const sheets: Readonly<Record<Frame, (dress: Dress) => string>> = {
  furrows: () => "padding:36px 36px 28px",
  bar: ({ corner }) => `padding:44px 44px 36px;border-radius:0 0 ${corner} ${corner}`,
  rules: () => "padding:30px 36px 24px",
};

const titles: Readonly<Record<Frame, { readonly size: string; readonly above: string }>> = {
  furrows: { size: "27px/1.25", above: "margin:0 0 20px;" },
  bar: { size: "32px/1.15", above: "margin:0 0 24px;letter-spacing:-.02em;" },
  rules: { size: "31px/1.15", above: "margin:0 0 18px;" },
};

function marker({ colours, text }: Dress): string {
  return `<p class="ink-soft" style="margin:0;padding:12px 16px 0;font:400 13px/1.5 ${text};color:${colours["ink-soft"]};text-align:center">--- ${replyMarker} ---</p>`;
}

function paragraphHtml(words: string, { colours, text }: Dress): string {
  return `<p class="ink" style="margin:0 0 16px;font:400 16px/1.6 ${text};color:${colours.ink};overflow-wrap:anywhere">${linesHtml(words)}</p>`;
}

function linesHtml(words: string): string {
  return words.split("\n").map(escapeHtml).join("<br>");
}

function factsHtml(facts: EmailContent["facts"], dress: Dress): string {
  const { colours, text } = dress;
  const cell = `padding:9px 0;font:400 15px/1.45 ${text};vertical-align:top`;
  const above = `border-top:1px solid ${colours.line}`;
  const label = `text-align:left;color:${colours["ink-soft"]}`;
  const value = `color:${colours.ink};font-variant-numeric:tabular-nums`;
  const rows = facts.map((fact) => {
    const [name, shown] = [escapeHtml(fact[0]), factHtml(fact[1], dress)];
    // `anywhere` would let the table break short labels in the middle of a word.
    return isLongFact(fact)
      ? `<tr><th scope="row" colspan="2" class="ink-soft line" style="${cell};${above};padding-bottom:2px;${label};overflow-wrap:anywhere">${name}</th></tr>
<tr><td colspan="2" class="ink" style="${cell};padding-top:0;text-align:left;${value};overflow-wrap:anywhere">${shown}</td></tr>`
      : `<tr><th scope="row" class="ink-soft line" style="${cell};${above};padding-right:16px;${label}">${name}</th><td class="ink line" style="${cell};${above};text-align:right;${value}">${shown}</td></tr>`;
  });
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 20px;border-bottom:1px solid ${colours.line}" class="line">
${rows.join("\n")}
</table>`;
}

const mostBeside = 40;
const longestWordBeside = 24;

/** Whether the value has to stand below its label, because a phone has no room for it beside. */
function isLongFact([label, value]: EmailContent["facts"][number]): boolean {
  const words = `${label} ${value}`.split(/\s/);
  return (
    value.length > mostBeside ||
    value.includes("\n") ||
    words.some(({ length }) => length > longestWordBeside)
  );
}

/** A value that is an address becomes a link. */
function factHtml(value: string, { colours }: Dress): string {
  const text = linesHtml(value);
  if (!/^https?:\/\/\S+$/.test(value)) return text;
  return `<a class="ink" href="${text}" style="color:${colours.ink}">${text}</a>`;
}

/** The cell has padding for Outlook, which ignores the padding of a link. */
function buttonHtml({ text, url }: EmailLink, dress: Dress): string {
  const { colours, corner } = dress;
  const href = escapeHtml(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:12px 0 22px">
<tr><td class="button" bgcolor="${colours.brand}" style="border-radius:${corner};background:${colours.brand};mso-padding-alt:13px 22px">
<a class="button" href="${href}" style="display:inline-block;padding:13px 22px;border-radius:${corner};font:600 16px/1.25 ${dress.text};color:${colours["on-brand"]};text-decoration:none">${escapeHtml(text)}</a>
</td></tr>
</table>
<p class="ink-soft" style="margin:0;font:400 13px/1.5 ${dress.text};color:${colours["ink-soft"]};overflow-wrap:anywhere;word-break:break-word">Or open this address:<br><a class="ink-soft" href="${href}" style="color:${colours["ink-soft"]}">${href}</a></p>`;
}

function linkHtml({ text, url }: EmailLink, { colours, text: font }: Dress): string {
  return `<p class="ink" style="margin:20px 0 0;font:400 16px/1.5 ${font};color:${colours.ink}"><a class="ink" href="${escapeHtml(url)}" style="color:${colours.ink}">${escapeHtml(text)}</a></p>`;
}

/** On the dark base of the site; without drawings, on the ground. */
function foot({ siteName, sender, reason, choiceUrl }: EmailContent, dress: Dress): string {
  const { frame, colours } = dress;
  const isDark = frame === "furrows";
  const [strong, soft] = isDark
    ? (["on-base", "on-base-soft"] as const)
    : (["ink", "ink-soft"] as const);
  const styleOf = (token: Token) => `font:400 13px/1.5 ${dress.text};color:${colours[token]}`;
  const line = (words: string, token: Token) =>
    `<p class="${token}" style="margin:0 0 6px;${styleOf(token)};overflow-wrap:anywhere">${words}</p>`;
  const choice = choiceUrl
    ? `<a class="${soft}" href="${escapeHtml(choiceUrl)}" style="${styleOf(soft)}">${choiceText}</a>`
    : "";
  const lines = [
    line(escapeHtml(sender.line ?? siteName), strong),
    ...[...(sender.address ?? []), reason]
      .filter((words) => words !== "")
      .map((words) => line(escapeHtml(words), soft)),
    choice && line(choice, soft),
  ].join("\n");
  if (isDark) {
    return `<tr><td class="base inset" bgcolor="${colours.base}" style="padding:22px 36px 18px;background:${colours.base}">
${lines}
</td></tr>`;
  }
  const border = frame === "rules" ? `border-top:1px solid ${colours.ink};` : "";
  return `<tr><td class="rule inset" style="${border}padding:22px ${frame === "rules" ? 36 : 0}px 18px">
${lines}
</td></tr>`;
}

/** Adds the layout to the content of a template. Without a logo, it shows the name of the site. */
export function htmlOf(
  { html }: Pick<Mail, "html">,
  look: Look,
  logo: EmailLogo | null = null,
): string {
  return typeof html === "string" ? html : letterHtml(html, look, logo);
}

interface KeptHtml {
  readonly html_body: string;
  readonly letter_content: string | null;
}

/** `html` of the email in a row of the outbox. */
export function htmlInRow({ html_body, letter_content }: KeptHtml): Mail["html"] {
  return letter_content === null ? html_body : (JSON.parse(letter_content) as EmailContent);
}
