import type { Database } from "../platform/database/database.ts";
import type { Actor } from "../policy/actor.ts";
import { requireRight } from "../policy/rights.ts";
import type { Order } from "./order.ts";

interface OrderNeighbours {
  /** The id of the order placed just before; null for the first. */
  readonly previous: string | null;
  readonly next: string | null;
}

/** The orders before and after one, by their numbers, which have no gaps. For admins. */
export async function neighbouringOrders(
  { database }: { readonly database: Database },
  actor: Actor,
  { number }: Order,
): Promise<OrderNeighbours> {
  requireRight(actor, "see every order");
  const rows = await database.read
    .selectFrom("orders")
    .select(["id", "number"])
    .where("number", "in", [number - 1, number + 1])
    .execute();
  const idOf = (wanted: number) => rows.find((row) => row.number === wanted)?.id ?? null;
  return { previous: idOf(number - 1), next: idOf(number + 1) };
}
