import type { LedgerEvent } from "../../orders/order.ts";
import type { Queries } from "../../platform/database/database.ts";
import { rowChunks } from "../../platform/database/row-chunks.ts";
import { amountFromCents } from "../../platform/money.ts";

/** What went back of the money of some orders, and what was kept of it. */
interface Money {
  readonly refunded_cents: number;
  readonly net_cents: number;
}

const noMoney: Money = { refunded_cents: 0, net_cents: 0 };

export function moneyOf(events: readonly LedgerEvent[]): Money {
  return events.reduce(
    (sum, { kind, amountCents }) => ({
      refunded_cents: sum.refunded_cents - (kind === "payment" ? 0 : amountCents),
      net_cents: sum.net_cents + amountCents,
    }),
    noMoney,
  );
}

/** A sentence when what is kept is not what the ledger says. */
export function moneyDifference(name: string, kept = noMoney, counted = noMoney): string | null {
  const isSame =
    kept.refunded_cents === counted.refunded_cents && kept.net_cents === counted.net_cents;
  if (isSame) return null;
  return `The kept money of ${name} is ${inWords(kept)}, and the ledger gives ${inWords(counted)}.`;
}

function inWords({ refunded_cents, net_cents }: Money): string {
  return `${amountFromCents(refunded_cents)} USD refunded and ${amountFromCents(net_cents)} USD net`;
}

/** Money by the stretches of time of `money_sums`; "" is all times. */
export class MoneyByPeriod {
  readonly #sums = new Map<string, Money>();

  /** Adds an order's money: ever, and once it is dated in its month and day. */
  add(day: string | null, money: Money): void {
    for (const period of day === null ? [""] : ["", day.slice(0, 7), day]) {
      const sum = this.#sums.get(period) ?? noMoney;
      this.#sums.set(period, {
        refunded_cents: sum.refunded_cents + money.refunded_cents,
        net_cents: sum.net_cents + money.net_cents,
      });
    }
  }

  /** `money_sums` beside what was added. */
  async check(queries: Queries, note: (difference: string) => void): Promise<void> {
    const rows = await queries.selectFrom("money_sums").selectAll().execute();
    const kept = new Map(rows.map((row) => [row.period, row]));
    for (const period of new Set([...kept.keys(), ...this.#sums.keys()])) {
      const name = period === "" ? "all orders" : `the orders in ${period}`;
      const difference = moneyDifference(name, kept.get(period), this.#sums.get(period));
      if (difference !== null) note(difference);
    }
  }
}

/** `account_money_sums` beside the sums over each account's orders. */
export async function checkAccountMoney(
  queries: Queries,
  note: (difference: string) => void,
): Promise<void> {
  const chunks = rowChunks(
    { after: "" },
    (row: { account_id: string }) => row.account_id,
    (after, size) =>
      queries
        .selectFrom("account_sums")
        .leftJoin("account_money_sums as kept", "kept.account_id", "account_sums.account_id")
        .select("account_sums.account_id")
        .select(["kept.refunded_cents", "kept.net_cents"])
        .distinct()
        .where("account_sums.account_id", ">", after)
        .orderBy("account_sums.account_id")
        .limit(size)
        .execute(),
  );
  for await (const accounts of chunks) {
    const ids = accounts.map(({ account_id }) => account_id);
    const counted = await moneyOfAccounts(queries, ids);
    for (const { account_id, refunded_cents, net_cents } of accounts) {
      const kept = { refunded_cents: refunded_cents ?? 0, net_cents: net_cents ?? 0 };
      const difference = moneyDifference(`account ${account_id}`, kept, counted.get(account_id));
      if (difference !== null) note(difference);
    }
  }
}

async function moneyOfAccounts(
  queries: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Money>> {
  const sum = (column: "refunded_cents" | "net_cents") =>
    queries.fn.sum<number | string>(column).as(column);
  const rows = await queries
    .selectFrom("orders")
    .select(["account_id", sum("refunded_cents"), sum("net_cents")])
    .where("account_id", "in", ids)
    .groupBy("account_id")
    .execute();
  return new Map(
    rows.map((row) => [
      row.account_id,
      { refunded_cents: Number(row.refunded_cents), net_cents: Number(row.net_cents) },
    ]),
  );
}
