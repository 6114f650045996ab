import { Fragment } from "react";
import { textParts } from "./text-parts.ts";

/** Plain text of a person, with its web addresses as links. CSS keeps the line breaks. */
export function LinkedText({ text }: { text: string }) {
  return textParts(text).map(({ words, href }, index) =>
    href === null ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
      <Fragment key={index}>{words}</Fragment>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
      <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {words}
      </a>
    ),
  );
}
