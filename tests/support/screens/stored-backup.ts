import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Bytes of the file that stands for a backup; longer than one read of the file. */
export const storedBackupBytes = 200_000;

/** Puts a file with the name of a backup by hand into the folder of a site. Returns its name. */
export function storeBackup(dataDirectory: string): string {
  const name = "manual-2026-11-20T08-00-00-000Z.db";
  const directory = join(dataDirectory, "backups");
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, name), "b".repeat(storedBackupBytes));
  return name;
}
