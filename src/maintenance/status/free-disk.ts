import { statfs } from "node:fs/promises";

export interface FreeDisk {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** The room that this program may use where a directory lies; null where the system does not tell. */
export async function freeDisk(directory: string): Promise<FreeDisk | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(directory);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null;
  }
}
