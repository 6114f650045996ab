import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Room } from "./full-disk.ts";

interface SmallDisk extends Room {
  readonly directory: string;
}

const megabytes = 24;
/** Room for a few orders. */
const leftBytes = 256 * 1024;

/**
 * A real file system in memory that can become full, until this process exits; null if the current
 * user may not mount one.
 */
export async function mountSmallDisk(): Promise<SmallDisk | null> {
  const directory = await mkdtemp(join(tmpdir(), "furrow-disk-"));
  try {
    const options = ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", directory];
    execFileSync("mount", options, { stdio: "ignore" });
  } catch {
    await rm(directory, { recursive: true, force: true });
    return null;
  }
  process.once("exit", () => {
    // Lazy, because the site still has files open if it could not be closed.
    execFileSync("umount", ["--lazy", directory]);
    rmSync(directory, { recursive: true, force: true });
  });
  const ballast = join(directory, "ballast");
  return {
    directory,
    async take() {
      const { bavail, bsize } = await statfs(directory);
      await writeFile(ballast, Buffer.alloc(bavail * bsize - leftBytes));
    },
    giveBack: () => rm(ballast),
  };
}
