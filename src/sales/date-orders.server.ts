import type { Database, WriteTransaction } from "../platform/database/database.ts";
import { dayOf } from "../platform/time/dates.ts";

/**
 * Maximum number of orders that one transaction updates, so that other writes can run in between.
 */
const chunkSize = 250;

/**
 * Stores the time zone in which new orders get their day. Afterwards `dateNextOrders` sets the day
 * of existing orders: of all orders when the zone changed, otherwise of orders since the last call
 * of this function. This function locks the row of `order_counter` before it reads the zone, so
 * that a slower process cannot store a zone that another process has replaced.
 */
export async function adoptTimeZone(
  tx: WriteTransaction,
  readTimeZone: (tx: WriteTransaction) => Promise<string>,
): Promise<void> {
  await tx
    .updateTable("order_counter")
    .set((set) => ({ last_number: set.ref("last_number") }))
    .execute();
  const timeZone = await readTimeZone(tx);
  await tx
    .updateTable("order_counter")
    .set(({ case: when, ref }) => ({
      time_zone: timeZone,
      dated_through: when()
        .when("time_zone", "=", timeZone)
        .then(ref("dated_through"))
        .else(0)
        .end(),
      to_date_through: ref("last_number"),
    }))
    .execute();
}

/**
 * Sets the day of a chunk of orders in the current time zone. Returns true when further chunks
 * remain.
 */
export async function dateNextOrders(database: Database): Promise<boolean> {
  const { undated } = await database.read
    .selectFrom("order_counter")
    .select((select) => select("to_date_through", ">", select.ref("dated_through")).as("undated"))
    .executeTakeFirstOrThrow();
  if (!undated) return false;
  return database.write(async (tx) => {
    // This update locks the row of `order_counter`, so that two processes never take the same
    // chunk.
    const counter = await tx
      .updateTable("order_counter")
      .set((set) => ({ dated_through: set.ref("dated_through") }))
      .returning(["time_zone", "dated_through", "to_date_through"])
      .executeTakeFirstOrThrow();
    const from = counter.dated_through;
    if (counter.to_date_through <= from) return false;
    const through = await endOfChunk(tx, from, counter.to_date_through);
    await dateOrders(tx, { from, through, timeZone: counter.time_zone });
    await tx.updateTable("order_counter").set({ dated_through: through }).execute();
    return through < counter.to_date_through;
  });
}

/** Number of the last order of a chunk. Numbers have a gap where the owner went on with a higher one. */
async function endOfChunk(tx: WriteTransaction, from: number, end: number): Promise<number> {
  const last = await tx
    .selectFrom("orders")
    .select("number")
    .where("number", ">", from)
    .where("number", "<=", end)
    .orderBy("number")
    .offset(chunkSize - 1)
    .limit(1)
    .executeTakeFirst();
  return last?.number ?? end;
}

interface Stretch {
  readonly from: number;
  readonly through: number;
  readonly timeZone: string;
}

async function dateOrders(tx: WriteTransaction, stretch: Stretch): Promise<void> {
  const orders = await tx
    .selectFrom("orders")
    .select(["number", "placed_at", "placed_day"])
    .where("number", ">", stretch.from)
    .where("number", "<=", stretch.through)
    .execute();
  const misdated = orders.filter(
    (order) => order.placed_day !== dayOf(order.placed_at, stretch.timeZone),
  );
  const byDay = Map.groupBy(misdated, (order) => dayOf(order.placed_at, stretch.timeZone));
  for (const [day, ofDay] of byDay) {
    await tx
      .updateTable("orders")
      .set({ placed_day: day })
      .where(
        "number",
        "in",
        ofDay.map(({ number }) => number),
      )
      .execute();
  }
}
