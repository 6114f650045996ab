import type { Queries } from "#platform/database/database.ts";
import { normalEmail } from "#platform/texts/email-address.ts";

interface Writers {
  readonly orderId: string;
  /** Addresses of the people of the customer. */
  readonly addresses: readonly string[];
  readonly since: number;
}

/** Emails that no person has written, by the reason why they became no message. */
const byPrograms = ["automatic", "bulk", "report", "own"];

/**
 * Whether a person of the customer has written since a time: a message about the order, or an email
 * that this site has received, also one that belongs to no order. Checks no rights.
 */
export async function hasCustomerWritten(
  queries: Queries,
  { orderId, addresses, since }: Writers,
): Promise<boolean> {
  const message = await queries
    .selectFrom("order_messages")
    .select("id")
    .where("order_id", "=", orderId)
    .where("side", "=", "customer")
    .where("created_at", ">=", since)
    .limit(1)
    .executeTakeFirst();
  if (message !== undefined) return true;
  const written = () =>
    queries
      .selectFrom("incoming_mails")
      .select("id")
      .where("received_at", ">=", since)
      .where(({ eb, or }) => or([eb("reason", "is", null), eb("reason", "not in", byPrograms)]))
      .limit(1);
  const reply = await written()
    .where("order_id", "=", orderId)
    .where("side", "=", "customer")
    .executeTakeFirst();
  if (reply !== undefined) return true;
  const keys = addresses.map(normalEmail);
  if (keys.length === 0) return false;
  return (await written().where("sender_key", "in", keys).executeTakeFirst()) !== undefined;
}
