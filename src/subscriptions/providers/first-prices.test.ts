import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { checkLedger } from "#maintenance/ledger-checks/check-ledger.ts";
import { linesOfOrder } from "#orders/lines/order-lines.server.ts";
import type { OrderLine } from "#orders/lines/order-lines.ts";
import { selectOrder } from "#orders/order-store.server.ts";
import { placeOfferedOrder, placeOrder } from "#orders/placing/place-order.ts";
import { customerDetailsIn } from "#platform/texts/customer-details.ts";
import { sqliteDatabases } from "../../../tests/support/databases/sqlite-databases.ts";
import { addCoupon } from "../../../tests/support/orders/coupons.ts";
import { ada, owner } from "../../../tests/support/orders/shop.ts";
import { releaseTests } from "../../../tests/support/release-tests.ts";
import { openRenewingShop } from "../../../tests/support/subscriptions/renewing-shop.ts";
import { chargeAgain } from "../../../tests/support/subscriptions/repeated-plans.ts";
import { monthlyForm } from "../../../tests/support/subscriptions/subscription-shop.ts";
import { scaled } from "../../../tests/support/time-limits.ts";
import { changePlan, movePrice, plansToChangeTo } from "../changes/plan-and-price.ts";
import { pauseSubscription, resumeSubscription } from "../changes/stop-and-go.ts";

const databases = sqliteDatabases();
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
  await databases.remove();
});

type Shop = Awaited<ReturnType<typeof openRenewingShop>>;

async function open(protocol: "stripe" | "rest") {
  const shop = await openRenewingShop(await databases.open(), protocol);
  opened.push(shop);
  return shop;
}

/** Subscribes with a coupon that takes 20 % off $499.00. */
async function withCoupon(shop: Shop, cycles: number | null) {
  await addCoupon(shop, { cycles });
  return shop.subscribe(() => placeOrder(shop, ada, { ...monthlyForm, coupon: "SPRING20" }));
}

async function next(shop: Shop, id: string, outcome = "paid") {
  await shop.turn(id, outcome);
  await shop.keepUp(id);
}

/** Pauses for some months, which pass. */
async function pauseFor(shop: Shop, id: string, months: number) {
  await pauseSubscription(shop, ada, id, {});
  await shop.sendCalls();
  for (let month = 0; month < months; month += 1) await next(shop, id);
  await resumeSubscription(shop, ada, id);
  await shop.sendCalls();
}

/** What the provider and this site have of the same charges, and whether the ledger is sound. */
async function comparison(shop: Shop, id: string) {
  const charged = (await shop.providerCycles(id)).filter(({ state }) => state !== "void");
  const { cycles } = await shop.held(id);
  return {
    charged: charged.map(({ priceCents, state }) => [priceCents, state === "paid"]),
    ordered: cycles.map(({ priceCents, paymentStatus }) => [priceCents, paymentStatus === "Paid"]),
    differences: (await checkLedger(shop.database.read)).differences,
  };
}

async function expectCharged(shop: Shop, id: string, cents: readonly number[]) {
  const { charged, ordered, differences } = await comparison(shop, id);
  expect(ordered).toEqual(charged);
  expect(ordered.map(([priceCents]) => priceCents)).toEqual(cents);
  expect(differences).toEqual([]);
}

const [full, less] = [49_900, 39_920];

describe.each(["stripe", "rest"] as const)(
  "A lower price at first, which %s charges",
  (protocol) => {
    test.each([
      [1, [less, full, full, full]],
      [3, [less, less, less, full]],
      [null, [less, less, less, less]],
    ])(
      "with a coupon for %s payments, counts as often, and the full price follows",
      async (cycles, cents) => {
        const shop = await open(protocol);
        const { id } = await withCoupon(shop, cycles);
        expect((await shop.held(id)).subscription.provider).toBe(shop.provider.name);
        for (let month = 0; month < 3; month += 1) await next(shop, id);
        await expectCharged(shop, id, cents);
        const { cycles: made } = await shop.held(id);
        const orders = await Promise.all(
          made.map((one) => selectOrder(shop.database.read, one.orderId)),
        );
        const lines = await Promise.all(
          orders.map((order) => order && linesOfOrder(shop.database.read, order)),
        );
        expect(lines.map((of) => of?.some(({ kind }) => kind === "coupon"))).toEqual(
          cents.map((one) => one === less),
        );
      },
    );

    test("is left for as many payments as before after a pause", async () => {
      const shop = await open(protocol);
      const { id } = await withCoupon(shop, 3);
      await pauseFor(shop, id, 4);
      expect((await shop.held(id)).standing.reductions).toEqual([{ cents: 9980, cycles: 2 }]);
      for (let month = 0; month < 3; month += 1) await next(shop, id);
      await expectCharged(shop, id, [less, less, less, full]);
    });

    test("is owed by a month that could not be charged, and counts once for it", async () => {
      const shop = await open(protocol);
      const { id } = await withCoupon(shop, 2);
      await next(shop, id, "declined");
      expect(await shop.statuses(id)).toEqual(["Paid", "UnPaid"]);
      await shop.chargeAgain(id);
      await next(shop, id);
      await expectCharged(shop, id, [less, less, full]);
    });

    test("is found for the right months when their messages arrive late and in another sequence", async () => {
      const shop = await open(protocol);
      const { id } = await withCoupon(shop, 3);
      await shop.turn(id, "paid-lost");
      await shop.turn(id, "paid-lost");
      await shop.turn(id);
      await shop.keepUp(id);
      const { cycles } = await shop.held(id);
      // The fourth month is known before the two that come before it.
      expect(cycles.map(({ priceCents }) => priceCents)).toEqual([less, full]);
      shop.time.aheadMs = 0;
      await shop.sweep();
      await expectCharged(shop, id, [less, less, less, full]);
    });
  },
);

test("Extras that are charged once are part of the first charge at the provider only", async () => {
  for (const protocol of ["stripe", "rest"] as const) {
    const shop = await open(protocol);
    const { id } = await shop.subscribe(() =>
      placeAt(shop, { price: full, once: 9000, off: 0, cycles: 0 }),
    );
    await next(shop, id);
    await next(shop, id);
    await expectCharged(shop, id, [full + 9000, full, full]);
  }
});

describe("A change in the middle of the lower price", () => {
  test("of the plan ends it at Stripe", async () => {
    const shop = await open("stripe");
    await chargeAgain(shop.database, "Basic", "monthly");
    const { id } = await withCoupon(shop, 5);
    await next(shop, id);
    const plans = await plansToChangeTo(shop.database.read, await shop.held(id));
    const plan = plans.find(({ packageName }) => packageName === "Basic");
    if (plan === undefined) throw new Error("There is no other plan.");
    const packagePrice = String(plan.priceCents / 100);
    await changePlan(shop, ada, id, { packageId: plan.packageId, packagePrice });
    await shop.runJobsAt(shop.clock());
    await shop.sendCalls();
    await next(shop, id);
    await next(shop, id);
    await expectCharged(shop, id, [less, less, plan.priceCents, plan.priceCents]);
  });

  test("of the price leaves what is taken off at Stripe", async () => {
    const shop = await open("stripe");
    const { id } = await withCoupon(shop, 4);
    await next(shop, id);
    const from = (await shop.held(id)).cycles[1]?.end ?? "";
    expect(await movePrice(shop, owner, [id], { price: "599", from })).toMatchObject({
      failed: [],
    });
    await shop.runJobsAt(shop.clock());
    await shop.sendCalls();
    for (let month = 0; month < 3; month += 1) await next(shop, id);
    await expectCharged(shop, id, [less, less, 49_920, 49_920, 59_900]);
  });

  test("is refused with PayPal, which cannot keep what is taken off, until it is over", async () => {
    const shop = await open("rest");
    const { id } = await withCoupon(shop, 3);
    const { cycles, standing } = await shop.held(id);
    expect(standing.reductions).toHaveLength(1);
    expect(await plansToChangeTo(shop.database.read, await shop.held(id))).toEqual([]);
    const soon = cycles[0]?.end ?? "";
    const { failed } = await movePrice(shop, owner, [id], { price: "599", from: soon });
    expect(failed).toMatchObject([{ reason: expect.stringMatching(/first periods cost less/) }]);
  });
});

/** Places the order of an offer for a monthly plan. */
function placeAt(
  shop: Shop,
  { price, once, off, cycles }: { price: number; once: number; off: number; cycles: number },
) {
  const line = { label: "", quantity: 1, repeats: true, addOnId: null, couponId: null };
  const lines: OrderLine[] = [{ ...line, kind: "plan", label: "Premium", unitCents: price }];
  if (once > 0) lines.push({ ...line, kind: "text", repeats: false, unitCents: once });
  if (off > 0) {
    const counts = cycles > 1 ? { cycles } : { repeats: false };
    lines.push({ ...line, kind: "discount", unitCents: -off, ...counts });
  }
  const terms = { workingDays: 5, includedRounds: 1, refundDays: 0, minimumCycles: 0 };
  return shop.database.write((tx) =>
    placeOfferedOrder(tx, shop, {
      buyer: { accountId: "account-ada", email: "ada@example.com", companyId: "account-ada" },
      details: customerDetailsIn({ ...monthlyForm, customerWebsite: "" }),
      lines,
      points: [],
      terms: { ...terms, charged: "monthly" },
      packageId: "",
      packageName: "Premium",
      at: shop.clock(),
    }),
  );
}

describe.each(["stripe", "rest"] as const)("Any prices and months that %s charges", (protocol) => {
  const month = fc.constantFrom("paid", "paid-twice", "recovered", "declined-then-link", "pause");
  const history = fc.record({
    price: fc.integer({ min: 5000, max: 90_000 }),
    once: fc.constantFrom(0, 1, 9000),
    share: fc.integer({ min: 0, max: 95 }),
    cycles: fc.integer({ min: 1, max: 5 }),
    months: fc.array(month, { minLength: 3, maxLength: 7 }),
  });

  test(
    "cost at the provider what the orders of the periods cost, one by one",
    async () => {
      await fc.assert(
        fc.asyncProperty(history, async ({ price, once, share, cycles, months }) => {
          const shop = await open(protocol);
          const off = Math.round((price * share) / 100);
          const { id } = await shop.subscribe(() => placeAt(shop, { price, once, off, cycles }));
          for (const step of months) {
            if (step === "pause") await pauseFor(shop, id, 2);
            else if (step === "declined-then-link") {
              await next(shop, id, "declined");
              await shop.payAtProvider((await shop.held(id)).cycles.at(-1)?.orderId ?? "");
              await shop.sendCalls();
            } else await next(shop, id, step);
          }
          const made = await shop.providerCycles(id);
          const charged = made.filter(({ state }) => state !== "void");
          const { cycles: ordered } = await shop.held(id);
          // The model: what each charge costs, found without the program.
          const expected = charged.map(
            (_, nth) => price + (nth === 0 ? once : 0) - (nth < cycles ? off : 0),
          );
          expect(charged.map(({ priceCents }) => priceCents)).toEqual(expected);
          expect(ordered.map(({ priceCents }) => priceCents)).toEqual(expected);
          expect(ordered.every(({ paymentStatus }) => paymentStatus === "Paid")).toBe(true);
          const report = await checkLedger(shop.database.read);
          expect(report.differences).toEqual([]);
          expect(report.netCents).toBe(expected.reduce((sum, cents) => sum + cents, 0));
        }),
        { numRuns: releaseTests.run ? 60 : 6 },
      );
    },
    scaled(120_000),
  );
});
