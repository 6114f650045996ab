import { providerFamilies } from "../../payments/provider-families.ts";
import type { Queries } from "../../platform/database/database.ts";

/** Whatever the ledger has of one transaction through two protocols of one provider. */
export async function checkTwins(
  queries: Queries,
  note: (difference: string) => void,
): Promise<void> {
  for (const [one, other] of providerFamilies.flatMap(pairsOf)) {
    for (const twin of await selectTwins(queries, one, other)) {
      note(
        `The ${twin.kind} ${twin.transaction_id} counts twice: for order ${twin.number} through ${one}, and for order ${twin.other_number} through ${other}.`,
      );
    }
  }
}

function pairsOf(family: readonly string[]): (readonly [string, string])[] {
  return family.flatMap((one, index) =>
    family.slice(index + 1).map((other) => [one, other] as const),
  );
}

/** One walk along the ledger's own key, which finds few or none. */
function selectTwins(queries: Queries, one: string, other: string) {
  return queries
    .selectFrom("payment_ledger as entry")
    .innerJoin("payment_ledger as twin", (join) =>
      join
        .on("twin.provider", "=", other)
        .onRef("twin.transaction_id", "=", "entry.transaction_id")
        .onRef("twin.kind", "=", "entry.kind"),
    )
    .leftJoin("orders", "orders.id", "entry.order_id")
    .leftJoin("orders as other_order", "other_order.id", "twin.order_id")
    .select(["entry.kind", "entry.transaction_id", "orders.number"])
    .select("other_order.number as other_number")
    .where("entry.provider", "=", one)
    .orderBy("entry.id")
    .execute();
}
