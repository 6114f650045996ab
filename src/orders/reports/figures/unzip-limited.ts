import { AppError } from "../../../platform/errors.ts";
import { refusedFile } from "./found-figures.ts";

const mostFiles = 20;
const mostUnpackedBytes = 50 * 1024 * 1024;
/** Small chunks, so that a zip bomb unpacks at most about 4 MB before its size is checked. */
const partBytes = 4096;

export interface UnpackedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Unpacks the CSV files of a zip into memory. Throws "invalid" with a sentence for a file that is
 * no zip, and for a zip that has more than 20 files, unpacks to more than 50 MB, has a file twice,
 * or has a path that leads out of the zip.
 */
export async function unzipLimited(zip: Uint8Array): Promise<readonly UnpackedFile[]> {
  const { Unzip, UnzipInflate, UnzipPassThrough } = await import("fflate");
  const files = new Map<string, Uint8Array[]>();
  let [count, unpacked] = [0, 0];
  const unzip = new Unzip((file) => {
    count += 1;
    if (count > mostFiles) throw refusedFile(`The zip has more than ${mostFiles} files.`);
    if (isOutside(file.name))
      throw refusedFile(
        `The zip has a file “${file.name.slice(0, 80)}” with a path that leaves the zip.`,
      );
    if (!/\.csv$/i.test(file.name)) return;
    if (files.has(file.name)) throw refusedFile(`The zip has “${file.name.slice(0, 80)}” twice.`);
    const parts: Uint8Array[] = [];
    files.set(file.name, parts);
    file.ondata = (error, part) => {
      if (error !== null) throw error;
      unpacked += part.length;
      if (unpacked > mostUnpackedBytes)
        throw refusedFile("The files in the zip are larger than 50 MB.");
      parts.push(part);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  unzip.register(UnzipPassThrough);
  if (!isZip(zip))
    throw refusedFile("This is not a zip file. Choose the file that Search Console exported.");
  try {
    for (let from = 0; from < zip.length; from += partBytes) {
      unzip.push(zip.subarray(from, from + partBytes), from + partBytes >= zip.length);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refusedFile("The zip is damaged or not complete. Export it again.");
  }
  return [...files].map(([name, parts]) => ({ name, bytes: new Uint8Array(Buffer.concat(parts)) }));
}

/** Compares the first two bytes with "PK". */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

function isOutside(name: string): boolean {
  return /^([/\\]|[a-z]:)/i.test(name) || name.split(/[/\\]/).includes("..") || name.includes("\0");
}
