import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

const gibibyte = 1024 ** 3;
/** Folder whose files Linux keeps in memory. */
const memoryFileSystem = "/dev/shm";
/** A run of all tests keeps a third of a gibibyte there. */
const neededBytes = 2 * gibibyte;

/**
 * Gives this command and its children a temporary directory, which is removed at the end with all
 * files in it, also when a signal ends the command. `inMemory` keeps the files in memory where the
 * machine has enough: tests make and remove thousands of small databases, and need none of them on
 * disk.
 */
export function ownTemporaryDirectory({ inMemory = false } = {}) {
  const parent = inMemory && isRoomInMemory() ? memoryFileSystem : tmpdir();
  // Short, because the paths of sockets below it are limited to about a hundred characters.
  const directory = mkdtempSync(join(parent, "furrow-"));
  // Others may pass through: PostgreSQL runs as another user in a directory below it.
  chmodSync(directory, 0o711);
  process.env.TMPDIR = directory;
  // With retries, because a program that was told to end may still be writing there.
  const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };
  process.once("exit", () => rmSync(directory, options));
  return directory;
}

/** False also when TMPDIR is set, because somebody has chosen a place then. */
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
