import { peopleOfCompany } from "#companies/company-people.server.ts";
import type { Queries, WriteTransaction } from "../platform/database/database.ts";
import { amountFromCents } from "../platform/money.ts";
import { systemClock } from "../platform/time/clock.ts";
import { isoTime } from "../platform/time/dates.ts";
import type { PersonalData } from "../policy/personal-data.ts";
import { endAtOnce } from "./cycles/advance-subscription.server.ts";
import { asSubscription } from "./subscription-store.server.ts";

/**
 * The deletion of the last account of a company ends its subscriptions, because nobody could pay or
 * cancel them. A subscription of a company with other people goes on in the name of one of them.
 */
export const personalSubscriptions: PersonalData = {
  name: "subscriptions",
  async *records(queries, { accountId }) {
    const rows = await subscriptionsOf(queries, accountId);
    yield rows.map((row) => ({
      number: row.number,
      packageName: row.package_name,
      price: amountFromCents(row.price_cents),
      currency: row.currency,
      charged: row.charged,
      subscribedAt: isoTime(row.created_at),
      startedAt: row.started_at === null ? null : isoTime(row.started_at),
      endedAt: row.ended_at === null ? null : isoTime(row.ended_at),
    }));
  },
  async forget(tx, { accountId }) {
    for (const row of await subscriptionsOf(tx, accountId)) {
      const people = await peopleOfCompany(tx, row.company_id);
      const others = people.filter((one) => one.accountId !== accountId && !one.isOfTeam);
      const heir = others.find(({ rights }) => rights.payments) ?? others[0];
      if (heir !== undefined) await handOver(tx, row.id, heir.accountId);
      else if (row.ended_at === null) {
        await endAtOnce(tx, asSubscription(row), "The account was deleted.", systemClock());
      }
    }
  },
};

function subscriptionsOf(queries: Queries, accountId: string) {
  return queries
    .selectFrom("subscriptions")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("number")
    .execute();
}

async function handOver(tx: WriteTransaction, id: string, accountId: string): Promise<void> {
  await tx
    .updateTable("subscriptions")
    .set({ account_id: accountId })
    .where("id", "=", id)
    .execute();
}
