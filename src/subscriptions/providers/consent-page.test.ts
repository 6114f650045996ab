import { expect, test } from "vitest";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada, ben } from "../../../tests/support/orders/shop.ts";
import { openRenewingShop } from "../../../tests/support/subscriptions/renewing-shop.ts";
import { chargeAgain } from "../../../tests/support/subscriptions/repeated-plans.ts";
import { answerPrice, changePlan, plansToChangeTo } from "../changes/plan-and-price.ts";
import { cancelSubscription, keepSubscription } from "../changes/stop-and-go.ts";
import { canTakeBackCancellation } from "../model/ways-to-charge.ts";
import { consentPage } from "./consent-page.ts";

const consentFields = (page: string | null) => Object.fromEntries(new URL(page ?? "").searchParams);

describeStore("The provider's page for an agreement", (openDatabase) => {
  async function openChanged(protocol: "rest" | "stripe") {
    const shop = await openRenewingShop(await openDatabase(), protocol);
    await chargeAgain(shop.database, "Standard", "monthly");
    const { id } = await shop.subscribe();
    expect(await consentPage(shop, ada, id)).toBeNull();
    const [standard] = await plansToChangeTo(shop.database.read, await shop.held(id));
    const { packageId, priceCents = 0 } = standard ?? {};
    await changePlan(shop, ada, id, { packageId, packagePrice: String(priceCents / 100) });
    return { ...shop, id };
  }

  test("opens at PayPal, whose customer has to agree to another plan", async () => {
    const shop = await openChanged("rest");
    expect((await shop.held(shop.id)).standing.change).toMatchObject({ awaitsConsent: true });
    const page = await consentPage(shop, ada, shop.id);
    expect(page).toMatch(/^http/);
    await expect(consentPage(shop, ben, shop.id)).rejects.toMatchObject({ code: "not-found" });
    const answer = answerPrice(shop, ada, shop.id, { answer: "agree" });
    await expect(answer).rejects.toMatchObject({ code: "conflict" });
  });

  test("lets PayPal charge the new plan from the next period on, with one email", async () => {
    const shop = await openChanged("rest");
    await shop.sendCalls();
    const page = await consentPage(shop, ada, shop.id);
    const body = new URLSearchParams({ ...consentFields(page), action: "agree" });
    const answer = await fetch(page?.replace(/\?.*/, "") ?? "", {
      method: "POST",
      body,
      redirect: "manual",
    });
    // The page then says that PayPal confirms it.
    expect(answer.headers.get("location")).toContain(`/my-plan/${shop.id}?confirming`);
    await shop.settled();
    expect((await shop.held(shop.id)).standing.change).toMatchObject({ isAgreed: true });
    await shop.turn(shop.id);
    const { cycles, subscription } = await shop.held(shop.id);
    expect(cycles.map(({ priceCents }) => priceCents)).toEqual([49_900, 29_900]);
    expect(await shop.statuses(shop.id)).toEqual(["Paid", "Paid"]);
    expect(subscription.packageName).toBe("Standard");
    expect(await shop.lettersNamed("planChanged")).toBe(1);
    expect(await shop.lettersNamed("priceMoved")).toBe(0);
  });

  test("a change that is taken back is taken back at Stripe, too", async () => {
    const shop = await openChanged("stripe");
    await shop.sendCalls();
    const { subscription } = await shop.held(shop.id);
    const { packageId, priceCents } = subscription;
    await changePlan(shop, ada, shop.id, { packageId, packagePrice: String(priceCents / 100) });
    await shop.sendCalls();
    await shop.turn(shop.id);
    expect((await shop.held(shop.id)).cycles.at(-1)).toMatchObject({
      priceCents,
      paymentStatus: "Paid",
    });
  });

  test("is not needed at Stripe", async () => {
    const shop = await openChanged("stripe");
    expect(await consentPage(shop, ada, shop.id)).toBeNull();
  });

  test.each([
    ["rest", false],
    ["stripe", true],
  ] as const)("a cancellation over %s can be taken back: %s", async (protocol, isKept) => {
    const shop = await openRenewingShop(await openDatabase(), protocol);
    expect(shop.provider.subscriptions?.keepsCancelled).toBe(isKept);
    const { id } = await shop.subscribe();
    await cancelSubscription(shop, ada, id);
    const held = await shop.held(id);
    expect(held.standing.cancelledFrom).toBe(held.cycles[0]?.end);
    expect(canTakeBackCancellation(held)).toBe(isKept);
    const kept = keepSubscription(shop, ada, id);
    await (isKept ? kept : expect(kept).rejects.toMatchObject({ code: "conflict" }));
  });
});
