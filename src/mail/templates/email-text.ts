import type { LetterContent } from "./email.ts";

const widest = 72;

/** A letter for readers without HTML. Lines are short enough to be quoted, and addresses whole. */
export function letterText(content: LetterContent): string {
  const { siteName, paragraphs, facts, button, sender, reason } = content;
  const about = [sender.line ?? siteName, ...(sender.address ?? [])];
  const parts = [
    ...paragraphs.map(wrapped),
    ...(facts.length > 0 ? [columnsOf(facts)] : []),
    ...(button === undefined ? [] : [`${button.text}:\n${button.url}`]),
    // Two hyphens and a space begin what mail programs leave out of an answer.
    ["-- ", ...about.map(wrapped), ...(reason === "" ? [] : ["", wrapped(reason)])].join("\n"),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Breaks long lines between words; a word that is longer than a line stays whole. */
function wrapped(paragraph: string): string {
  return paragraph.split("\n").map(wrappedLine).join("\n");
}

function wrappedLine(line: string): string {
  if (line.length <= widest && !line.startsWith(" ")) return line;
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(" ")) {
    if (current !== "" && current.length + 1 + word.length > widest) {
      lines.push(current);
      current = word;
    } else {
      current = current === "" ? word : `${current} ${word}`;
    }
  }
  return [...lines, current].join("\n");
}

function columnsOf(facts: LetterContent["facts"]): string {
  const width = Math.max(...facts.map(([label]) => label.length)) + 2;
  return facts.map(([label, value]) => `${`${label}:`.padEnd(width)}${value}`).join("\n");
}
