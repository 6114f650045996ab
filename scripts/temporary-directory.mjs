import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Gives this command and its children a temporary directory of their own, which is removed at the
 * end whatever they leave in it, also when a signal ends them.
 */
export function ownTemporaryDirectory() {
  // Short, because the paths of sockets below it are limited to about a hundred characters.
  const directory = mkdtempSync(join(tmpdir(), "furrow-"));
  // Others may pass through: PostgreSQL runs as another user in a directory below it.
  chmodSync(directory, 0o711);
  process.env.TMPDIR = directory;
  process.once("exit", () => remove(directory));
  return directory;
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
