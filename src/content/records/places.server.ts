import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import type { Block } from "../model/define.ts";

export type Positions = Readonly<Record<string, number>>;

/**
 * Keeps the order of a block's records, for the site as of a time. Called after each change of the
 * order, in its transaction; the caller has locked the block. A new record needs no call: it comes
 * last, and its first entry of the history has its position.
 */
export async function notePlaces(tx: WriteTransaction, block: Block, at: number): Promise<void> {
  // Pages and articles have no order.
  if (block.isRead === "alone") return;
  const records = await tx
    .selectFrom("content_records")
    .select(["id", "position"])
    .where("block", "=", block.name)
    .orderBy("id")
    .execute();
  const { last } = await tx
    .selectFrom("content_places")
    .select(({ fn }) => fn.max("number").as("last"))
    .where("block", "=", block.name)
    .executeTakeFirstOrThrow();
  const positions = Object.fromEntries(records.map(({ id, position }) => [id, position]));
  await tx
    .insertInto("content_places")
    .values({
      block: block.name,
      number: Number(last ?? 0) + 1,
      at,
      positions: JSON.stringify(positions),
    })
    .execute();
}

/** The last order that was kept until a time, by block name; {} for a block whose order never changed. */
export async function placesAsOf(
  queries: Queries,
  at: number,
): Promise<(block: string) => Positions> {
  const rows = await queries
    .selectFrom("content_places as place")
    .select(["place.block", "place.positions"])
    .where("place.number", "=", (place) =>
      place
        .selectFrom("content_places as kept")
        .select(({ fn }) => fn.max("kept.number").as("number"))
        .whereRef("kept.block", "=", "place.block")
        .where("kept.at", "<=", at),
    )
    .execute();
  const byBlock = new Map(
    rows.map(({ block, positions }) => [block, JSON.parse(positions) as Positions]),
  );
  return (block) => byBlock.get(block) ?? {};
}
