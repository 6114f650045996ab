import { escapeHtml } from "#platform/texts/escape-html.ts";
import type { Mail } from "../outbox/outbox.server.ts";
import { choiceText, type EmailContent, replyMarker } from "./email.ts";

/** Colours of the light scheme, the same as in `app/ui/styles/tokens.css`. */
const ink = {
  paper: "#f7f0e1",
  sheet: "#fdf9ee",
  text: "#231a12",
  soft: "#5d4c3b",
  line: "#d3c3a1",
  field: "#2f5a36",
  onField: "#fbf5e6",
  sprout: "#6c9a3b",
  wheat: "#e2b13c",
  soil: "#3b2a1e",
  onSoil: "#f5ead3",
  onSoilSoft: "#d0bd9c",
} as const;

/** Emails load no fonts, so readers whose device lacks the site's font see a similar font. */
const displayFont = "Fraunces,Georgia,'Times New Roman',serif";
const textFont =
  "'Avenir Next',Avenir,'Segoe UI',Roboto,'Helvetica Neue',Helvetica,Arial,sans-serif";

/** Colours of the dark scheme, and smaller margins on phones. */
const darkColours = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){
.edge{padding:20px 0!important}
.sheet{padding:28px 20px 24px!important}
.inset{padding-left:20px!important;padding-right:20px!important}
}
@media (prefers-color-scheme:dark){
.ground{background:#131812!important}
.sheet{background:#1f271e!important}
.text{color:#f1e8d4!important}
.soft{color:#bcb29b!important}
.line{border-color:#353e32!important}
.name{color:#a5c973!important}
.button{background:#a5c973!important;color:#14200f!important}
.soil{background:#271a11!important}
}
`;

/**
 * Lays an email out as tables with inline styles, which every email program since Outlook 2007
 * shows. Older programs ignore the styles for dark colours and round corners.
 */
function letterHtml(content: EmailContent): string {
  const { subject, paragraphs, facts, button } = content;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkColours}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${ink.paper};color:${ink.text}">
${content.isRepliedTo ? marker : ""}
${preheader(paragraphs[0] ?? "")}
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${ink.paper}" style="background:${ink.paper}">
<tr><td class="edge" align="center" style="padding:32px 16px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px">
${head(content.siteName)}
<tr><td class="sheet" bgcolor="${ink.sheet}" style="padding:36px 36px 28px;background:${ink.sheet}">
<h1 class="text" style="margin:0 0 20px;font:600 27px/1.25 ${displayFont};color:${ink.text}">${escapeHtml(subject)}</h1>
${paragraphs.map(paragraphHtml).join("\n")}
${facts.length > 0 ? factsHtml(facts) : ""}
${button === undefined ? "" : buttonHtml(button)}
</td></tr>
${foot(content)}
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

/**
 * The site's name over three curved lines, the furrows. Email programs that ignore round corners
 * show straight lines.
 */
function head(siteName: string): string {
  const furrow = (height: number, colour: string, inner: string) =>
    `<div style="height:${height}px;border-top:2px solid ${colour};border-radius:50%/100% 100% 0 0;font-size:0;line-height:0">${inner}</div>`;
  const rows = furrow(
    24,
    ink.field,
    `<div style="padding:5px 9% 0">${furrow(19, ink.sprout, `<div style="padding:5px 9% 0">${furrow(12, ink.wheat, "&nbsp;")}</div>`)}</div>`,
  );
  return `<tr><td style="padding:0 36px 18px" class="inset">
<p class="name" style="margin:0;font:700 24px/1.2 ${displayFont};color:${ink.field}">${escapeHtml(siteName)}</p>
</td></tr>
<tr><td style="height:26px;overflow:hidden;font-size:0;line-height:0">${rows}</td></tr>`;
}

const marker = `<p class="soft" style="margin:0;padding:12px 16px 0;font:400 13px/1.5 ${textFont};color:${ink.soft};text-align:center">--- ${replyMarker} ---</p>`;

function paragraphHtml(words: string): string {
  const lines = words.split("\n").map(escapeHtml).join("<br>");
  return `<p class="text" style="margin:0 0 16px;font:400 16px/1.6 ${textFont};color:${ink.text};overflow-wrap:anywhere">${lines}</p>`;
}

function factsHtml(facts: EmailContent["facts"]): string {
  const cell = `padding:9px 0;border-top:1px solid ${ink.line};font:400 15px/1.45 ${textFont};vertical-align:top;overflow-wrap:anywhere`;
  const rows = facts.map(
    ([label, value]) =>
      `<tr><th scope="row" class="soft line" style="${cell};padding-right:16px;text-align:left;color:${ink.soft}">${escapeHtml(label)}</th><td class="text line" style="${cell};text-align:right;color:${ink.text};font-variant-numeric:tabular-nums">${factHtml(value)}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 20px;border-bottom:1px solid ${ink.line}" class="line">
${rows.join("\n")}
</table>`;
}

/** A value that is an address becomes a link. */
function factHtml(value: string): string {
  const text = escapeHtml(value);
  if (!/^https?:\/\/\S+$/.test(value)) return text;
  return `<a class="text" href="${text}" style="color:${ink.text}">${text}</a>`;
}

/** The cell has padding for Outlook, which ignores the padding of a link. */
function buttonHtml({ text, url }: { text: string; url: string }): string {
  const href = escapeHtml(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:12px 0 22px">
<tr><td class="button" bgcolor="${ink.field}" style="border-radius:3px;background:${ink.field};mso-padding-alt:13px 22px">
<a class="button" href="${href}" style="display:inline-block;padding:13px 22px;border-radius:3px;font:600 16px/1.25 ${textFont};color:${ink.onField};text-decoration:none">${escapeHtml(text)}</a>
</td></tr>
</table>
<p class="soft" style="margin:0;font:400 13px/1.5 ${textFont};color:${ink.soft};overflow-wrap:anywhere;word-break:break-word">Or open this address:<br><a class="soft" href="${href}" style="color:${ink.soft}">${href}</a></p>`;
}

function foot({ siteName, sender, reason, choiceUrl }: EmailContent): string {
  const line = (words: string, colour: string) =>
    `<p style="margin:0 0 6px;font:400 13px/1.5 ${textFont};color:${colour};overflow-wrap:anywhere">${escapeHtml(words)}</p>`;
  return `<tr><td class="soil inset" bgcolor="${ink.soil}" style="padding:22px 36px 18px;background:${ink.soil}">
${line(sender.line ?? siteName, ink.onSoil)}
${(sender.address ?? []).map((words) => line(words, ink.onSoilSoft)).join("\n")}
${reason === "" ? "" : line(reason, ink.onSoilSoft)}
${choiceUrl ? choiceHtml(choiceUrl) : ""}
</td></tr>`;
}

function choiceHtml(url: string): string {
  const style = `font:400 13px/1.5 ${textFont};color:${ink.onSoilSoft}`;
  return `<p style="margin:0 0 6px;${style}"><a href="${escapeHtml(url)}" style="${style}">${choiceText}</a></p>`;
}

/** Adds the layout to the content of a template. */
export function htmlOf({ html }: Pick<Mail, "html">): string {
  return typeof html === "string" ? html : letterHtml(html);
}

interface KeptHtml {
  readonly html_body: string;
  readonly letter_content: string | null;
}

/** `html` of the email in a row of the outbox. */
export function htmlInRow({ html_body, letter_content }: KeptHtml): Mail["html"] {
  return letter_content === null ? html_body : (JSON.parse(letter_content) as EmailContent);
}
