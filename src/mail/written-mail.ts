import { z } from "zod";
import { escapeHtml } from "#platform/texts/escape-html.ts";
import { isPlainText, trimmed } from "#platform/texts/plain-text.ts";
import type { Mail } from "./outbox/outbox.server.ts";
import { writtenMailLimits } from "./written-mail-limits.ts";

/** Subject and text of an email that a person writes. `noun`: such as "reply". */
export function writtenMailSchema(noun: string) {
  const { subject, text } = writtenMailLimits;
  return z.strictObject({
    subject: z
      .string("Enter a subject.")
      .max(subject, `The subject can have at most ${subject} characters.`)
      .refine(
        (value) => isPlainText(value) && !/[\r\n]/.test(value),
        "The subject must be one line of text.",
      )
      .overwrite(trimmed)
      .min(1, "Enter a subject."),
    text: z
      .string(`Enter your ${noun}.`)
      .max(text, `The ${noun} can have at most ${text} characters.`)
      .refine(isPlainText, `The ${noun} has characters that cannot be shown.`)
      .overwrite(trimmed)
      .min(1, `Enter your ${noun}.`),
  });
}

type WrittenMail = z.infer<ReturnType<typeof writtenMailSchema>>;

interface Quoted {
  readonly intro: string;
  readonly text: string;
}

/**
 * The email with its text as the person wrote it, and below it the text that it answers. Without
 * colours of the site, as if the person had written it in an email program.
 */
export function writtenMail(
  recipient: string,
  { subject, text }: WrittenMail,
  quoted: Quoted | null = null,
): Mail {
  const html = [
    '<div style="font:16px/1.5 Helvetica,Arial,sans-serif">',
    `<div style="white-space:pre-wrap">${escapeHtml(text)}</div>`,
    ...(quoted === null ? [] : quotedHtml(quoted)),
    "</div>",
  ].join("\n");
  return {
    recipient,
    subject,
    text: [text, ...(quoted === null ? [] : [quotedText(quoted)])].join("\n\n"),
    html,
  };
}

function quotedText({ intro, text }: Quoted): string {
  const lines = text.split(/\r\n|\r|\n/).map((line) => `> ${line}`.trimEnd());
  return `${intro}\n${lines.join("\n")}`;
}

function quotedHtml({ intro, text }: Quoted): readonly string[] {
  return [
    `<p style="margin:24px 0 8px">${escapeHtml(intro)}</p>`,
    `<blockquote style="margin:0;padding:0 0 0 16px;border-left:3px solid #8c8c8c;white-space:pre-wrap">${escapeHtml(text)}</blockquote>`,
  ];
}
