import { isUtf8 } from "node:buffer";
import { AppError } from "../errors.ts";

export interface TableText {
  readonly text: string;
  /** True for Windows-1252, which is assumed for every text that is neither UTF-8 nor UTF-16. */
  readonly isGuessed: boolean;
}

/** NULs are counted in this many bytes. */
const sampledBytes = 4096;

/**
 * Text of a file in UTF-8, in UTF-16 with or without a byte order mark, or in Windows-1252, in which
 * Excel saves CSV files. Throws "invalid" for a file that is no text.
 */
export function decodeTable(bytes: Uint8Array): TableText {
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) {
    return { text: new TextDecoder(utf16).decode(bytes), isGuessed: false };
  }
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), isGuessed: false };
  } catch {
    if (bytes.includes(0)) {
      const message = "The file is no text. Export the numbers as CSV.";
      throw new AppError("invalid", message, { issues: [{ path: "file", message }] });
    }
    return { text: new TextDecoder("windows-1252").decode(bytes), isGuessed: true };
  }
}

const pieceBytes = 1_000_000;

/**
 * Like `decodeTable`, as bytes in UTF-8: a text of a hundred megabytes would fill the memory of a
 * thread, which does not contain bytes.
 */
export function utf8OfTable(bytes: Uint8Array): Uint8Array {
  const encoding = utf16Of(bytes);
  if (encoding === undefined && isUtf8(bytes)) return bytes;
  if (encoding === undefined && bytes.includes(0)) return Buffer.from(decodeTable(bytes).text);
  const decoder = new TextDecoder(encoding ?? "windows-1252");
  const pieces: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    const text = decoder.decode(bytes.subarray(from, from + pieceBytes), { stream: true });
    pieces.push(Buffer.from(text));
  }
  return Buffer.concat([...pieces, Buffer.from(decoder.decode())]);
}

/**
 * A file without a byte order mark is UTF-16 when one half of each pair of bytes is often NUL, since
 * digits, delimiters and line ends have a NUL in UTF-16.
 */
function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const nuls = [0, 0];
  const sample = bytes.subarray(0, sampledBytes);
  for (const [at, byte] of sample.entries()) if (byte === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = nuls;
  if (Math.max(even, odd) < sample.length / 20 || Math.min(even, odd) > (even + odd) / 20) return;
  return odd > even ? "utf-16le" : "utf-16be";
}
