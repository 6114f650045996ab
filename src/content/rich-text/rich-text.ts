/** Why a value is no text of the allowed tree, as the end of a sentence; replaced by the tree's schema. */
export function faultOfRichText(value: string): string | null {
  try {
    JSON.parse(value);
    return null;
  } catch {
    return "must be a text of this site";
  }
}
