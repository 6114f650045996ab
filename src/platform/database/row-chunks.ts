import { setImmediate as letOthersWork } from "node:timers/promises";

const chunkSize = 500;

/** The part of a list that is asked for: so many rows behind the one with that key. */
interface ChunkRange<Key> {
  readonly after: Key;
  readonly limit?: number | undefined;
  /** Rows of a chunk; fewer than usual where each of them is large. */
  readonly size?: number | undefined;
}

/**
 * Reads a long list in chunks, each from behind the last key of the one before. Others work in
 * between, which a database that answers at once would not let them.
 */
export async function* rowChunks<Row, Key>(
  { after, limit = Number.POSITIVE_INFINITY, size: most = chunkSize }: ChunkRange<Key>,
  keyOf: (row: Row) => Key,
  read: (after: Key, size: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let last = after;
  let left = limit;
  while (left > 0) {
    const size = Math.min(most, left);
    const rows = await read(last, size);
    if (rows.length > 0) yield rows;
    const end = rows.at(-1);
    if (rows.length < size || end === undefined) return;
    last = keyOf(end);
    left -= size;
    await letOthersWork();
  }
}
