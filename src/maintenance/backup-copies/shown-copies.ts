import { BucketError } from "#files/bucket.ts";
import type { BackupCopies } from "#platform/configuration.ts";
import { listCopies } from "./copies-in-bucket.ts";

interface ShownCopies {
  /** Names of the encrypted copies, newest first. */
  readonly names: readonly string[];
  /** Message for an admin when the bucket cannot be read. */
  readonly failure: string | null;
}

/** The encrypted copies in the bucket of BACKUP_URL; null without this setting. */
export async function shownCopies(copies: BackupCopies | undefined): Promise<ShownCopies | null> {
  if (copies === undefined) return null;
  try {
    return { names: await listCopies(copies.bucket), failure: null };
  } catch (error) {
    if (!(error instanceof BucketError)) throw error;
    return { names: [], failure: error.message };
  }
}
