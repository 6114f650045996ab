import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  rmSync,
  statfsSync,
} from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

const gibibyte = 1024 ** 3;
/** Where Linux keeps files in memory. */
const memoryFileSystem = "/dev/shm";
/** A run of all tests was seen to keep a third of a gibibyte there. */
const neededBytes = 2 * gibibyte;

/**
 * Gives this command and its children a temporary directory of their own, which is removed at the
 * end whatever they leave in it, also when a signal ends them. `inMemory` keeps its files in memory
 * where the machine has enough: thousands of small databases are made and removed, and each wait
 * for a disk would be for nothing.
 */
export function ownTemporaryDirectory({ inMemory = false } = {}) {
  const parent = inMemory && isRoomInMemory() ? memoryFileSystem : tmpdir();
  // Short, because the paths of sockets below it are limited to about a hundred characters.
  const directory = mkdtempSync(join(parent, "furrow-"));
  // Others may pass through: PostgreSQL runs as another user in a directory below it.
  chmodSync(directory, 0o711);
  process.env.TMPDIR = directory;
  process.once("exit", () => remove(directory));
  return directory;
}

/** Someone who sets TMPDIR has chosen a place. */
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

function remove(directory) {
  const deadline = Date.now() + 5000;
  while (existsSync(directory)) {
    try {
      rmSync(directory, { recursive: true, force: true });
    } catch (error) {
      // Somebody is still writing there, who was told to end too.
      if (Date.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    }
  }
}
