import type { Database } from "../../platform/database/database.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";

/** How many unread messages there are, counted up to `most`: every screen of the panel asks. */
export async function countUnread(
  { database }: { readonly database: Database },
  actor: Actor,
  most: number,
): Promise<number> {
  requireRight(actor, "see messages");
  const { unread } = await database.read
    .selectFrom(
      database.read
        .selectFrom("messages")
        .select("id")
        .where("status", "=", "UnRead")
        .where("deleted_at", "is", null)
        .limit(most)
        .as("unread_messages"),
    )
    .select((select) => select.fn.countAll<number | string>().as("unread"))
    .executeTakeFirstOrThrow();
  return Number(unread);
}
