import { foldedText } from "#platform/texts/folded-text.ts";

const longest = 100;

/**
 * Address of a page with this title, such as "/local-seo-in-leeds/"; "" for a title without a letter
 * that an address can have.
 */
export function suggestedAddress(title: string): string {
  const words = foldedText(title)
    .replaceAll("'", "")
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  let address = "";
  for (const word of words) {
    const longer = address === "" ? word : `${address}-${word}`;
    if (longer.length > longest - 2) break;
    address = longer;
  }
  return address === "" ? "" : `/${address}/`;
}
