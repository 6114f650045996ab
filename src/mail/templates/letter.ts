import type { Mail } from "../outbox.server.ts";

interface Letter {
  readonly recipient: string;
  readonly subject: string;
  /** Paragraphs of plain text. */
  readonly before: readonly string[];
  readonly button: { readonly text: string; readonly url: string };
  readonly after: readonly string[];
}

/** The one form that every mail has: paragraphs, a link, paragraphs. */
export function letter({ recipient, subject, before, button, after }: Letter): Mail {
  const text = [...before, `${button.text}: ${button.url}`, ...after].join("\n\n");
  const paragraph = (words: string) =>
    `<p style="margin:0 0 16px;line-height:1.5">${escapeHtml(words)}</p>`;
  const html = [
    '<div style="max-width:560px;margin:0 auto;padding:32px 24px;background:#fbf6ea;color:#231a12;font:16px Georgia,serif">',
    '<p style="margin:0 0 24px;font-size:22px;font-weight:bold;color:#2f5a36">Furrow</p>',
    ...before.map(paragraph),
    `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:12px 20px;background:#2f5a36;color:#ffffff;text-decoration:none;border-radius:4px">${escapeHtml(button.text)}</a></p>`,
    ...after.map(paragraph),
    "</div>",
  ].join("\n");
  return { recipient, subject, text, html };
}

function escapeHtml(value: string): string {
  return value
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
