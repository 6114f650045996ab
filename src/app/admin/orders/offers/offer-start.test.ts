import { expect, test } from "vitest";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { makeOffer } from "#offers/manage-offers.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { actorWithRole } from "#policy/actor.ts";
import { describeStore } from "../../../../../tests/support/databases/databases.ts";
import { addCoupon } from "../../../../../tests/support/orders/coupons.ts";
import { openOffers } from "../../../../../tests/support/orders/offers.ts";
import { orderForm, owner } from "../../../../../tests/support/orders/shop.ts";
import { offerChoices } from "./offer-choices.server.ts";
import { startFromOffer, startFromOrder } from "./offer-start.server.ts";
import { contentInput, piecesField } from "./offer-values.ts";

const signedInOwner = actorWithRole("Admin", { accountId: "o", email: "owner@example.com" });

describeStore("A new offer like an order", (openDatabase) => {
  async function openOrdered(changes: object = {}) {
    const all = await openOffers(await openDatabase());
    const { deps, extraId } = all;
    const cleo = await all.person("cleo");
    const addOns = [
      { id: extraId("A call with your team"), quantity: 2 },
      { id: extraId("A translation"), quantity: 1 },
    ];
    const order = await placeOrder(deps, await cleo.now(), { ...orderForm, addOns, ...changes });
    const start = async () =>
      startFromOrder(deps, signedInOwner, order.id, {
        choices: await offerChoices(deps),
        payDays: 14,
      });
    const gone = (block: string, where: string) =>
      deps.database.write((tx) =>
        tx
          .deleteFrom("content_records")
          .where("block", "=", block)
          .where("field_values", "like", `%${where}%`)
          .execute(),
      );
    return { ...all, cleo, order, start, gone };
  }

  test("has the customer, the lines, the points and the days of the order", async () => {
    const { deps, order, start, cleo } = await openOrdered();
    const { values, changes } = await start();
    expect(changes).toEqual([]);
    expect(values).toMatchObject({
      email: cleo.actor.email,
      name: order.customerName,
      packageId: order.packageId,
      price: "149",
      workingDays: String(order.workingDays),
      includedRounds: String(order.includedRounds),
    });
    expect(values.points).toContain("A call of one hour × 2");
    const input = { ...contentInput(values), lastDay: "2026-12-24" };
    const { email, name } = values;
    const offer = await makeOffer(deps, owner, { email, name, ...input });
    expect(offer).toMatchObject({ priceCents: order.priceCents, accountId: cleo.actor.accountId });
  });

  test("names a plan, an add-on and an account that are gone, and what costs another price", async () => {
    const { deps, order, start, gone, extraId, cleo } = await openOrdered();
    await gone("add-on", "A translation");
    await gone(pricingPackages.name, '"Basic"');
    await deps.database.write((tx) =>
      tx
        .updateTable("content_records")
        .set(({ fn, val }) => ({
          field_values: fn<string>("replace", ["field_values", val('"90"'), val('"95"')]),
        }))
        .where("block", "=", "add-on")
        .execute(),
    );
    const { values, changes } = await start();
    expect(changes).toEqual([
      "The site does not sell the plan Basic any more, so this offer has its name and price, but no plan. It is charged once.",
      "The site does not sell the add-on A translation any more, so this offer is without it. Take its points off what you promise.",
      "The add-on A call with your team costs $95.00 now. In that order it was $90.00.",
    ]);
    expect(values).toMatchObject({ packageId: "", title: "Basic", price: "149" });
    expect(values).not.toHaveProperty(piecesField(extraId("A translation")));
    const input = { ...contentInput(values), lastDay: "2026-12-24" };
    const offer = await makeOffer(deps, owner, { email: "new@example.com", ...input });
    expect(offer.priceCents).toBe(14_900 + 19_000);
    const again = await startFromOffer(deps, signedInOwner, offer.id, await offerChoices(deps));
    expect(again).toMatchObject({ changes: [], values: { email: "new@example.com" } });

    await deps.database.write((tx) =>
      tx.deleteFrom("user").where("id", "=", cleo.actor.accountId).execute(),
    );
    const { changes: later, values: ownerless } = await start();
    expect(later[0]).toBe(
      "The account that placed the order is deleted. Write for whom this offer is.",
    );
    expect(ownerless).toMatchObject({ email: "", name: order.customerName });
  });

  test("is without the coupon of the order, and says so", async () => {
    const all = await openOffers(await openDatabase());
    await addCoupon(all.deps);
    const cleo = await all.person("cleo");
    const form = { ...orderForm, coupon: "SPRING20" };
    const order = await placeOrder(all.deps, await cleo.now(), form);
    const choices = await offerChoices(all.deps);
    const wanted = { choices, payDays: 14 };
    const { values, changes } = await startFromOrder(all.deps, signedInOwner, order.id, wanted);
    expect(values.price).toBe("149");
    expect(changes).toEqual([
      "The coupon SPRING20 took $29.80 off that order. This offer does not have it.",
    ]);
  });

  test("is refused to somebody who does not see every order", async () => {
    const { deps, order } = await openOrdered();
    const worker = actorWithRole("Worker", { accountId: "w", email: "worker@example.com" });
    const wanted = { choices: await offerChoices(deps), payDays: 14 };
    await expect(startFromOrder(deps, worker, order.id, wanted)).rejects.toMatchObject({
      code: "not-found",
    });
  });
});
