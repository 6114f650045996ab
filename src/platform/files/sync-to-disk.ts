import { closeSync, fsyncSync, openSync } from "node:fs";

/** Returns when a file, or the names in a directory, would outlive a power loss. */
export function syncToDisk(path: string): void {
  // Windows opens no directory, and syncs no file that is open for reading.
  if (process.platform === "win32") return;
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
