import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

const gibibyte = 1024 ** 3;
/** Folder whose files Linux keeps in memory. */
const memoryFileSystem = "/dev/shm";
/** More than a run of all tests needs, which is a third of a gibibyte. */
const neededBytes = 2 * gibibyte;

/**
 * Gives this command and its children a temporary directory, which is removed with all its files at
 * the end, also when a signal ends the command. `inMemory` keeps the files in memory on a machine
 * with enough of it: tests create and delete thousands of small databases that need not be on disk.
 */
export function ownTemporaryDirectory({ inMemory = false } = {}) {
  const parent = inMemory && isRoomInMemory() ? memoryFileSystem : tmpdir();
  // Short, because the paths of sockets below it are limited to about a hundred characters.
  const directory = mkdtempSync(join(parent, "furrow-"));
  // Execute permission for other users, because PostgreSQL runs as another user in a directory
  // below.
  chmodSync(directory, 0o711);
  process.env.TMPDIR = directory;
  // With retries, because a stopped program may still be writing there.
  const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };
  process.once("exit", () => rmSync(directory, options));
  return directory;
}

/**
 * Whether memory has enough space. False when TMPDIR is set, because a user has then chosen a
 * directory.
 */
function isRoomInMemory() {
  if (process.env.TMPDIR !== undefined || freemem() < 4 * neededBytes) return false;
  try {
    accessSync(memoryFileSystem, constants.W_OK);
    const { bavail, bsize } = statfsSync(memoryFileSystem);
    return bavail * bsize > neededBytes;
  } catch {
    return false;
  }
}
