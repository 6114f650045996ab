import { sql } from "kysely";
import type { Queries } from "#platform/database/database.ts";
import { normalEmail } from "#platform/texts/email-address.ts";

/**
 * Whether a contact message was sent from one of these addresses since a time. Anybody can enter
 * any address, so this proves nothing about who wrote.
 */
export async function hasWritten(
  queries: Queries,
  { addresses, since }: { readonly addresses: readonly string[]; readonly since: number },
): Promise<boolean> {
  if (addresses.length === 0) return false;
  const message = await queries
    .selectFrom("messages")
    .select("id")
    .where(sql<string>`lower(email)`, "in", addresses.map(normalEmail))
    .where("received_at", ">=", since)
    .limit(1)
    .executeTakeFirst();
  return message !== undefined;
}
