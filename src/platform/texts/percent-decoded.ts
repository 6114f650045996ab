/**
 * Null for a text whose percent signs are no text in UTF-8. The value is to be used: a call whose value
 * nobody takes is left out of the built program, and with it what it would have thrown.
 */
export function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
