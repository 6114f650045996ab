import { LinkedText } from "./linked-text.tsx";
import { quotedParts } from "./quoted-parts.ts";

/** The text of a message, with its long quotes folded. */
export function MessageText({ text }: { text: string }) {
  return quotedParts(text).map((part, index) =>
    part.isQuote ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
      <details key={index}>
        <summary>Quoted text</summary>
        <LinkedText text={part.text} />
      </details>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
      <div key={index}>
        <LinkedText text={part.text} />
      </div>
    ),
  );
}
