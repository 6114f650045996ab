import { chmodSync, existsSync, lstatSync, readdirSync, realpathSync, type Stats } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import type { Configuration } from "#platform/configuration.ts";
import { reasonOf } from "#platform/errors.ts";
import { listBackupFiles } from "../backups/backup-files.ts";

/** Names of Furrow's own files and folders, because other programs may use the same directory. */
const ownName =
  /^(furrow\.db.*|secret(\.\d+)?|control-\d+\.sock|compiled|upgrade-trial|restoring-.*)$/;

const forOthers = 0o077;
const sticky = 0o1000;

/**
 * Takes the permissions of other users from the data directory and from Furrow's files in it and in
 * the folder of backups. Earlier versions left them readable for every user. Returns a sentence
 * about what was changed and what could not be changed; undefined if everything was private.
 */
export function keepFilesPrivate({
  dataDirectory,
  backupDirectory,
}: Pick<Configuration, "dataDirectory" | "backupDirectory">): string | undefined {
  // On Windows, a file inherits the permissions of its folder.
  if (process.platform === "win32") return undefined;
  const directory = realpathSync(dataDirectory);
  const open = [
    directory,
    ...listed(() => ownFilesIn(directory)),
    ...databaseFilesElsewhere(directory),
    ...listed(() => backupsIn(resolve(backupDirectory), directory)),
  ].filter(isOpenToOthers);
  const refused = open.flatMap((path) => refusalFor(path) ?? []);
  return sentences(directory, open.length - refused.length, refused);
}

/** None for a folder that cannot be read: the start itself reports such a folder. */
function listed(list: () => string[]): string[] {
  try {
    return list();
  } catch {
    return [];
  }
}

function ownFilesIn(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true })
    .filter(({ name }) => ownName.test(name))
    .flatMap((entry) => {
      const path = join(directory, entry.name);
      return entry.isDirectory() ? [path, ...allBelow(path)] : [path];
    });
}

function allBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true }).map((entry) =>
    join(entry.parentPath, entry.name),
  );
}

/**
 * The files of a database that `furrow.db` links to. A link to a file of another owner is left
 * alone, because whoever placed the link could choose the file.
 */
function databaseFilesElsewhere(directory: string): string[] {
  const link = join(directory, "furrow.db");
  if (!statsOf(link)?.isSymbolicLink() || !existsSync(link)) return [];
  const file = realpathSync(link);
  const owner = statsOf(directory)?.uid;
  return ["", "-wal", "-shm", "-journal"]
    .map((suffix) => file + suffix)
    .filter((path) => statsOf(path)?.uid === owner);
}

/** The folder itself is changed only inside the data directory, because others may use it. */
function backupsIn(backupDirectory: string, directory: string): string[] {
  const files = listBackupFiles(backupDirectory).map(({ name }) => join(backupDirectory, name));
  return resolve(backupDirectory).startsWith(directory + sep) ? [backupDirectory, ...files] : files;
}

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function isOpenToOthers(path: string): boolean {
  const stats = statsOf(path);
  // The permissions of a link have no effect.
  return stats !== undefined && !stats.isSymbolicLink() && (stats.mode & forOthers) !== 0;
}

/** Makes a file or folder private; returns the reason why that was not possible. */
function refusalFor(path: string): string | undefined {
  const mode = statsOf(path)?.mode ?? 0;
  if ((mode & sticky) !== 0 || dirname(path) === path) return `${path} (a folder for every user)`;
  try {
    chmodSync(path, mode & 0o7777 & ~forOthers);
  } catch (error) {
    return `${path} (${reasonOf(error)})`;
  }
  return isOpenToOthers(path) ? `${path} (its file system has no permissions)` : undefined;
}

function sentences(
  directory: string,
  changed: number,
  refused: readonly string[],
): string | undefined {
  const said = [];
  if (changed > 0) {
    said.push(
      `Other users of this machine could reach ${changed} of Furrow's files and folders in ${directory} or BACKUP_DIR: now only their owner can.`,
    );
  }
  if (refused.length > 0) {
    const more = refused.length > 3 ? ` and ${refused.length - 3} more` : "";
    said.push(
      `Other users can still reach ${refused.slice(0, 3).join(", ")}${more}: take their permissions away, or choose another DATA_DIR.`,
    );
  }
  return said.length > 0 ? said.join(" ") : undefined;
}
