import { escapeHtml } from "../../platform/escape-html.ts";
import type { Mail } from "../outbox.server.ts";

interface LetterWords {
  readonly recipient: string;
  readonly subject: string;
  /** Paragraphs of plain text. */
  readonly paragraphs: readonly string[];
  /** Facts as a table of two columns, such as the lines of a receipt. */
  readonly facts?: readonly (readonly [label: string, value: string])[];
  readonly button: { readonly text: string; readonly url: string };
}

/** The one form that every mail has: paragraphs, perhaps a table of facts, a link. */
export function letter({ recipient, subject, paragraphs, facts = [], button }: LetterWords): Mail {
  const lines = facts.map(([label, value]) => `${label}: ${value}`);
  const link = `${button.text}: ${button.url}`;
  const text = [...paragraphs, ...(lines.length > 0 ? [lines.join("\n")] : []), link].join("\n\n");
  const html = [
    '<div style="max-width:560px;margin:0 auto;padding:32px 24px;background:#fbf6ea;color:#231a12;font:16px Georgia,serif">',
    '<p style="margin:0 0 24px;font-size:22px;font-weight:bold;color:#2f5a36">Furrow</p>',
    ...paragraphs.map(
      (words) => `<p style="margin:0 0 16px;line-height:1.5">${escapeHtml(words)}</p>`,
    ),
    ...(facts.length > 0 ? [tableOf(facts)] : []),
    `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:12px 20px;background:#2f5a36;color:#ffffff;text-decoration:none;border-radius:4px">${escapeHtml(button.text)}</a></p>`,
    "</div>",
  ].join("\n");
  return { recipient, subject, text, html };
}

function tableOf(facts: readonly (readonly [string, string])[]): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><th style="padding:6px 16px 6px 0;text-align:left;font-weight:normal">${escapeHtml(label)}</th><td style="padding:6px 0;text-align:right">${escapeHtml(value)}</td></tr>`,
  );
  return `<table style="width:100%;border-collapse:collapse">${rows.join("")}</table>`;
}
