import { setImmediate as yieldToEventLoop } from "node:timers/promises";

const chunkSize = 500;

/** A part of a list: at most `limit` rows after the row with the key `after`. */
interface ChunkRange<Key> {
  readonly after: Key;
  readonly limit?: number | undefined;
  /** Rows per chunk. For large rows, set a smaller number than the default. */
  readonly size?: number | undefined;
}

/**
 * Reads a long list in chunks. Each chunk begins after the last key of the previous chunk. Yields
 * to the event loop between chunks, because SQLite answers synchronously and would block other
 * requests.
 */
export async function* rowChunks<Row, Key>(
  { after, limit = Number.POSITIVE_INFINITY, size: maximumSize = chunkSize }: ChunkRange<Key>,
  keyOf: (row: Row) => Key,
  read: (after: Key, size: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let last = after;
  let left = limit;
  while (left > 0) {
    const size = Math.min(maximumSize, left);
    const rows = await read(last, size);
    if (rows.length > 0) yield rows;
    const end = rows.at(-1);
    if (rows.length < size || end === undefined) return;
    last = keyOf(end);
    left -= size;
    await yieldToEventLoop();
  }
}

/** Key of a row for `rowChunks`, when rows are read in the order of their ids. */
export const rowId = ({ id }: { readonly id: string }) => id;
