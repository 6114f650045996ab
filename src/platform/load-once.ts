/**
 * Loads at the first call, whoever comes meanwhile waits for the same, and keeps what came. A failure
 * is told to all who waited for it, and is tried again by the next one.
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
