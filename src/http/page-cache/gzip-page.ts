import { constants, crc32, deflateRawSync } from "node:zlib";

/** The bytes of a page from its beginning to its end. */
export interface PageBytes {
  readonly head: Buffer;
  /** One and the same buffer in every page that has it: it is compressed once for all of them. */
  readonly style: Buffer;
  readonly rest: Buffer;
}

/** Deflate looks no further back. */
const windowBytes = 32 * 1024;
/** No time of change, no name, from a system like Unix (RFC 1952, 2.3). */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
const { Z_SYNC_FLUSH } = constants;

const compressedStyles = new WeakMap<Buffer, Buffer>();

/**
 * A page as gzip, for half of what it costs to compress all of it: the style is a part of its own,
 * which refers to nothing before it, and what comes after it refers to the style as usual. At once,
 * because on the way to another thread and back it would cost twice as much.
 */
export function gzipPage({ head, style, rest }: PageBytes): Buffer {
  const dictionary = style.length === 0 ? {} : { dictionary: style.subarray(-windowBytes) };
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(rest, crc32(style, crc32(head))), 0);
  trailer.writeUInt32LE(head.length + style.length + rest.length, 4);
  return Buffer.concat([
    header,
    deflateRawSync(head, { finishFlush: Z_SYNC_FLUSH }),
    compressedStyle(style),
    deflateRawSync(rest, { ...dictionary, chunkSize: 64 * 1024 }),
    trailer,
  ]);
}

function compressedStyle(style: Buffer): Buffer {
  const known = compressedStyles.get(style);
  if (known !== undefined) return known;
  const compressed = deflateRawSync(style, { level: 9, finishFlush: Z_SYNC_FLUSH });
  compressedStyles.set(style, compressed);
  return compressed;
}
