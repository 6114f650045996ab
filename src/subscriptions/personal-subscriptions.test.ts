import { expect, test } from "vitest";
import { mergeCompanies } from "#access/companies/merge-companies.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { describeStore } from "../../tests/support/databases/databases.ts";
import { owner } from "../../tests/support/orders/shop.ts";
import { openCompanies } from "../../tests/support/rights/companies.ts";
import {
  monthlyForm,
  openSubscriptionShop,
} from "../../tests/support/subscriptions/subscription-shop.ts";
import { personalSubscriptions } from "./personal-subscriptions.server.ts";

const person = { accountId: "account-ada", email: "ada@example.com", emailVerified: true };

describeStore("The subscription of a person", (openDatabase) => {
  async function open() {
    const shop = await openSubscriptionShop(await openDatabase());
    const { order, id } = await shop.subscribe();
    await shop.pay(order.id);
    return { ...shop, id };
  }

  test("is in the download, and ends with the account, also at its provider", async () => {
    const shop = await open();
    const records = await Array.fromAsync(
      personalSubscriptions.records(shop.database.read, person),
    );
    expect(records.flat()).toMatchObject([{ packageName: "Premium", price: "499.00" }]);
    await shop.database.write(async (tx) => {
      const linked = { provider: "stripe", provider_reference: "sub_1" };
      await tx.updateTable("subscriptions").set(linked).execute();
      await personalSubscriptions.forget(tx, person);
    });
    const { standing, events } = await shop.held(shop.id);
    expect(standing).toMatchObject({ state: "ended", next: null });
    expect(events.at(-1)).toMatchObject({ kind: "ended", reason: "The account was deleted." });
    const calls = await shop.database.read.selectFrom("subscription_calls").selectAll().execute();
    expect(calls).toMatchObject([{ kind: "cancel-now", reference: "sub_1", state: "waiting" }]);
    await shop.turnTo("2027-12-01T00:00:00Z");
    expect((await shop.held(shop.id)).cycles).toHaveLength(1);
  });

  test("moves with the orders of its company when companies are merged", async () => {
    const { shop, deps, person: register, now } = await openCompanies(await openDatabase());
    const [one, other] = [await register("ada"), await register("ben")];
    await placeOrder(shop, await now(one), monthlyForm);
    const sure = { email: "ben@example.com", understood: "yes" };
    await mergeCompanies(deps, owner, one.actor.accountId, sure);
    const rows = await shop.database.read
      .selectFrom("subscriptions")
      .innerJoin("orders", "orders.number", "subscriptions.number")
      .select(["subscriptions.company_id as ofPlan", "orders.company_id as ofOrder"])
      .execute();
    const company = other.actor.accountId;
    expect(rows).toEqual([{ ofPlan: company, ofOrder: company }]);
  });
});
