import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

const gibibyte = 1024 ** 3;
/** A file system that Linux keeps in memory. */
const memoryFileSystem = "/dev/shm";
/** Required free space. A run of all tests needs about a third of a gibibyte. */
const neededBytes = 2 * gibibyte;

/**
 * Gives this command and its children a temporary directory. The directory is removed with its
 * files at the end, even when a signal ends the command. With `inMemory`, the files are in memory
 * if the machine has enough: tests create and delete thousands of small databases, which need no
 * disk.
 */
export function ownTemporaryDirectory({ inMemory = false } = {}) {
  const parent = inMemory && isRoomInMemory() ? memoryFileSystem : tmpdir();
  // A short name, because the path of a Unix socket can have only about a hundred characters.
  const directory = mkdtempSync(join(parent, "furrow-"));
  // Other users need execute permission, because PostgreSQL runs as another user in a subdirectory.
  chmodSync(directory, 0o711);
  process.env.TMPDIR = directory;
  // Retries, because a stopped program may still be writing into the directory.
  const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };
  process.once("exit", () => rmSync(directory, options));
  return directory;
}

/**
 * Whether the machine has enough free memory for `memoryFileSystem`. False when TMPDIR is set,
 * because the user has chosen a directory.
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
