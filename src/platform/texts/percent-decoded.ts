/**
 * The decoded text; null for an invalid percent encoding. A try around `decodeURIComponent` alone would
 * not do: the build removes a call whose value is unused, although it can throw.
 */
export function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
