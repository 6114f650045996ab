/**
 * The decoded text; null for an invalid percent encoding. Do not inline this function: the build
 * removes a `decodeURIComponent` call whose value is unused, although the call can throw.
 */
export function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
