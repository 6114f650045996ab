import { chownSync, statSync } from "node:fs";

/**
 * Gives a file that root has made to the owner of the data, so that the service can read and delete
 * the file.
 */
export function keepOwner(dataDirectory: string, file: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dataDirectory);
  chownSync(file, uid, gid);
}
