/**
 * Returns a function that loads at its first call and returns the same result to every later call.
 * Calls during the loading share it. A failure rejects the calls that waited; the next call loads
 * again.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
}
