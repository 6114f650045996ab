import type { Queries } from "../../platform/database/database.ts";
import { rowChunks } from "../../platform/database/row-chunks.ts";
import { amountFromCents } from "../../platform/money.ts";

/**
 * Each hand-off to a provider beside the order that it was for. Returns the providers that anybody
 * was ever sent to.
 */
export async function checkAttempts(
  queries: Queries,
  note: (difference: string) => void,
): Promise<ReadonlySet<string>> {
  const providers = new Set<string>();
  for await (const chunk of attemptChunks(queries)) {
    for (const attempt of chunk) {
      providers.add(attempt.provider);
      const { number, price_cents } = attempt;
      if (number === null || price_cents === null) {
        note(
          `The hand-off ${attempt.id} to ${attempt.provider} is for an order that is not there.`,
        );
      } else if (
        attempt.amount_cents !== price_cents ||
        attempt.currency !== attempt.order_currency
      ) {
        note(
          `Order ${number} costs ${amountFromCents(price_cents)} ${attempt.order_currency}, and was handed off to ${attempt.provider} for ${amountFromCents(attempt.amount_cents)} ${attempt.currency}.`,
        );
      }
    }
  }
  return providers;
}

function attemptChunks(queries: Queries) {
  return rowChunks(
    { after: "" },
    (attempt: { id: string }) => attempt.id,
    (after, size) =>
      queries
        .selectFrom("payment_attempts as attempt")
        .leftJoin("orders", "orders.id", "attempt.order_reference")
        .select(["attempt.id", "attempt.provider", "attempt.amount_cents", "attempt.currency"])
        .select(["orders.number", "orders.price_cents", "orders.currency as order_currency"])
        .where("attempt.id", ">", after)
        .orderBy("attempt.id")
        .limit(size)
        .execute(),
  );
}
