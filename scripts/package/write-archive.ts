import { createWriteStream, readFileSync, writeFileSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { type Zippable, zipSync } from "fflate";
import { packTar } from "modern-tar/fs";
import type { PackedFile } from "./packed-files.ts";

interface ArchiveOptions {
  readonly format: "tar.gz" | "zip";
  /** Time of all files, in Unix seconds. */
  readonly timeSeconds: number;
}

/**
 * Writes an archive whose bytes depend only on the paths, the contents and the time: files are
 * sorted and have no owner.
 */
export async function writeArchive(
  archive: string,
  files: readonly PackedFile[],
  { format, timeSeconds }: ArchiveOptions,
): Promise<void> {
  const sorted = files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const mtime = new Date(timeSeconds * 1000);
  if (format === "zip") return writeZip(archive, sorted, mtime);
  const entries = sorted.map(({ path, source, isProgram }) => ({
    target: path,
    mtime,
    uid: 0,
    gid: 0,
    uname: "",
    gname: "",
    mode: isProgram ? 0o755 : 0o644,
    ...("file" in source
      ? ({ type: "file", source: source.file } as const)
      : ({ type: "content", content: source.text } as const)),
  }));
  await pipeline(packTar(entries), createGzip(), createWriteStream(archive));
}

function writeZip(archive: string, files: readonly PackedFile[], mtime: Date): void {
  // A zip file stores local time, so the local time zone must not change the bytes.
  const local = new Date(mtime.getTime() + mtime.getTimezoneOffset() * 60_000);
  const entries: Zippable = {};
  for (const { path, source } of files) {
    const bytes = "file" in source ? readFileSync(source.file) : Buffer.from(source.text);
    entries[path] = [new Uint8Array(bytes), { mtime: local, level: 6 }];
  }
  writeFileSync(archive, zipSync(entries));
}
