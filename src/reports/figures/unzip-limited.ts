import { AppError } from "#platform/errors.ts";
import { refusedFile } from "./found-figures.ts";
import { isZip } from "./is-zip.ts";

const mostFiles = 20;
/** Files of all kinds, such as pictures and what a Mac adds for each file. */
const mostEntries = 200;
const mostUnpackedBytes = 50 * 1024 * 1024;
/** Small chunks, so that a zip bomb unpacks at most about 4 MB before its size is checked. */
const partBytes = 4096;

export interface UnpackedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Counts what is unpacked, also from a zip inside the zip. */
interface Unpacked {
  entries: number;
  files: number;
  bytes: number;
}

/**
 * Unpacks the CSV files of a zip, or of the zips inside it, into memory. Leaves out what a Mac adds
 * to a zip. Throws "invalid" with a sentence for a file that is no zip, for a workbook of a
 * spreadsheet program, and for a zip that has more than 20 files, unpacks to more than 50 MB, has a
 * file twice, or has a path that leads out of the zip.
 */
export async function unzipLimited(zip: Uint8Array): Promise<readonly UnpackedFile[]> {
  const unpacked: Unpacked = { entries: 0, files: 0, bytes: 0 };
  const files = await unzip(zip, unpacked);
  const tables = files.filter(({ name }) => !isZipName(name));
  if (tables.length > 0) return tables;
  const inner: UnpackedFile[] = [];
  for (const { bytes } of files) inner.push(...(await unzip(bytes, unpacked)));
  return inner.filter(({ name }) => !isZipName(name));
}

async function unzip(zip: Uint8Array, unpacked: Unpacked): Promise<readonly UnpackedFile[]> {
  const { Unzip, UnzipInflate, UnzipPassThrough } = await import("fflate");
  const files = new Map<string, Uint8Array[]>();
  const unzip = new Unzip((file) => {
    unpacked.entries += 1;
    if (unpacked.entries > mostEntries)
      throw refusedFile(`The zip has more than ${mostEntries} files.`);
    if (isOutside(file.name))
      throw refusedFile(
        `The zip has a file “${file.name.slice(0, 80)}” with a path that leaves the zip.`,
      );
    if (isWorkbookPart(file.name))
      throw refusedFile(
        "This is a workbook of a spreadsheet program. Save it as CSV, or export it as CSV from Search Console.",
      );
    if (isAddedByMac(file.name) || !/\.(?:csv|tsv|txt|zip)$/i.test(file.name)) return;
    unpacked.files += 1;
    if (unpacked.files > mostFiles) throw refusedFile(`The zip has more than ${mostFiles} files.`);
    if (files.has(file.name)) throw refusedFile(`The zip has “${file.name.slice(0, 80)}” twice.`);
    const parts: Uint8Array[] = [];
    files.set(file.name, parts);
    file.ondata = (error, part) => {
      if (error !== null) throw error;
      unpacked.bytes += part.length;
      if (unpacked.bytes > mostUnpackedBytes)
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

const isZipName = (name: string) => /\.zip$/i.test(name);

/** "__MACOSX/export/._Chart.csv" holds attributes of Chart.csv, not a table. */
const isAddedByMac = (name: string) => /(?:^|[/\\])(?:__MACOSX[/\\]|\._)/.test(name);

/** A file of Excel, LibreOffice or Numbers. */
const isWorkbookPart = (name: string) =>
  /^(?:xl\/workbook|content\.xml$|Index\/.*\.iwa$)/.test(name);

function isOutside(name: string): boolean {
  return /^([/\\]|[a-z]:)/i.test(name) || name.split(/[/\\]/).includes("..") || name.includes("\0");
}
