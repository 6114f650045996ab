import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * What the files below some paths look like now: size, time and, where it is asked for, content.
 * Times alone would not do: a checkout or a copy changes them without changing a file.
 */
export function fingerprint(paths, isWanted) {
  const files = new Map(
    paths
      .flatMap(filesBelow)
      .filter(isWanted)
      .sort()
      .map((path) => [path, describe(path)]),
  );
  return {
    files,
    /** With every file's content, for the stamp. */
    contents: () => [...files].map(([path, seen]) => ({ path, ...seen, content: hashOf(path) })),
  };
}

/** Whether any file came, went or changed since the stamp was written. */
export function changedSince(stampFile, { files }) {
  if (!existsSync(stampFile)) return true;
  const stamp = JSON.parse(readFileSync(stampFile, "utf8"));
  if (stamp.length !== files.size) return true;
  let touched = false;
  for (const before of stamp) {
    const now = files.get(before.path);
    if (now === undefined || now.size !== before.size) return true;
    if (now.time === before.time) continue;
    if (hashOf(before.path) !== before.content) return true;
    before.time = now.time;
    touched = true;
  }
  if (touched) writeFileSync(stampFile, JSON.stringify(stamp));
  return false;
}

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const below = join(path, entry.name).replaceAll("\\", "/");
    return entry.isDirectory() ? filesBelow(below) : [below];
  });
}

function describe(path) {
  const { size, mtimeMs } = statSync(path);
  return { size, time: mtimeMs };
}

function hashOf(path) {
  return createHash("sha256").update(readFileSync(path)).digest("base64");
}
