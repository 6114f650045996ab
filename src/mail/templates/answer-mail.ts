import { escapeHtml } from "../../platform/texts/escape-html.ts";
import type { Mail } from "../outbox/outbox.server.ts";

interface AnswerWords {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  /** The quoted message below the answer. */
  readonly quoted: { readonly intro: string; readonly text: string };
}

/** A personal email: the answer, and the quoted message below. */
export function answerMail({ recipient, subject, text, quoted }: AnswerWords): Mail {
  const quotedLines = quoted.text.split(/\r\n|\r|\n/).map((line) => `> ${line}`.trimEnd());
  const html = [
    '<div style="font:16px/1.5 Georgia,serif;color:#231a12">',
    `<div style="white-space:pre-wrap">${escapeHtml(text)}</div>`,
    `<p style="margin:24px 0 8px;color:#5c4d3f">${escapeHtml(quoted.intro)}</p>`,
    `<blockquote style="margin:0;padding:0 0 0 16px;border-left:3px solid #c9bfa8;white-space:pre-wrap;color:#5c4d3f">${escapeHtml(quoted.text)}</blockquote>`,
    "</div>",
  ].join("\n");
  return {
    recipient,
    subject,
    text: [text, `${quoted.intro}\n${quotedLines.join("\n")}`].join("\n\n"),
    html,
  };
}
