import type { RichBlock, RichText } from "#content/rich-text/rich-text.ts";

/**
 * A rich text for an example: each part is a paragraph; "## " begins a heading, and lines that begin
 * with "- " are a list.
 */
export function richExample(...parts: readonly string[]): string {
  return JSON.stringify({ type: "doc", content: parts.map(blockOf) } satisfies RichText);
}

function blockOf(part: string): RichBlock {
  if (part.startsWith("## ")) {
    return { type: "heading", attrs: { level: 2 }, content: words(part.slice(3)) };
  }
  if (!part.startsWith("- ")) return { type: "paragraph", content: words(part) };
  return {
    type: "bulletList",
    content: part.split("\n").map((line) => ({
      type: "listItem",
      content: [{ type: "paragraph", content: words(line.slice(2)) }],
    })),
  };
}

const words = (text: string) => [{ type: "text" as const, text }];
