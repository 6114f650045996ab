import fc from "fast-check";
import { expect, test } from "vitest";
import { couponJobs, couponKeptMs } from "#lifecycle/unpaid-coupons.server.ts";
import { checkLedger } from "#maintenance/ledger-checks/check-ledger.ts";
import { cancelOrder } from "#money/cancelling/cancel-order.ts";
import {
  recordManualPayment,
  recordManualRefund,
} from "#money/manual-payments/record-manual-payment.ts";
import { inSnapshot } from "#platform/database/database.ts";
import { runDueJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { dayOf } from "#platform/time/dates.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { addCoupon } from "../../../tests/support/orders/coupons.ts";
import { ada, openShop, orderForm, owner, type Shop } from "../../../tests/support/orders/shop.ts";
import { releaseTests } from "../../../tests/support/release-tests.ts";
import { scaled } from "../../../tests/support/time-limits.ts";
import { findOrder } from "../find-order.ts";
import { placeOrder } from "../placing/place-order.ts";
import { changeCoupon } from "./manage-coupons.ts";
import { readCoupon } from "./read-coupons.ts";

type Held = "place" | "none" | "over";

/** What a person with paper and pencil would write down about a coupon and its orders. */
class Model {
  readonly orders: {
    status: "UnPaid" | "Paid" | "Cancelled" | "Refunded";
    held: Held;
    at: number;
  }[] = [];
  most = 2;
  now = 0;

  taken(): number {
    return this.orders.filter(({ held }) => held === "place").length;
  }

  order(): boolean {
    if (this.taken() >= this.most) return false;
    this.orders.push({ status: "UnPaid", held: "place", at: this.now });
    return true;
  }

  pay(order: Model["orders"][number]): void {
    if (order.held === "none") order.held = this.taken() < this.most ? "place" : "over";
    order.status = "Paid";
  }

  cancel(order: Model["orders"][number]): void {
    order.status = "Cancelled";
    if (order.held === "place") order.held = "none";
  }

  wait(ms: number): void {
    this.now += ms;
    for (const order of this.orders) {
      const isLate = order.status === "UnPaid" && this.now - order.at >= couponKeptMs;
      if (isLate && order.held === "place") order.held = "none";
    }
  }

  uses() {
    const count = (held: Held) => this.orders.filter((order) => order.held === held).length;
    return { taken: count("place"), over: count("over"), givenBack: count("none") };
  }
}

type Deed =
  | { readonly kind: "order" }
  | { readonly kind: "pay" | "cancel" | "refund"; readonly nth: number }
  | { readonly kind: "wait"; readonly hours: number }
  | { readonly kind: "change"; readonly most: number };

const nth = fc.nat(5);
const anyDeed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: "order" } as const) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom("pay", "cancel", "refund"),
      nth,
    }) as fc.Arbitrary<Deed>,
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("wait" as const),
      hours: fc.constantFrom(20, 30, 50),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("change" as const),
      most: fc.integer({ min: 1, max: 4 }),
    }),
  },
);

/** Does a deed in the shop and in the model. Both must agree on whether it can be done. */
async function act(shop: Shop, model: Model, ids: string[], couponId: string, deed: Deed) {
  const terms = { code: "SPRING20", kind: "percent", value: "20" };
  if (deed.kind === "order") {
    const placed = await placeOrder(shop, ada, { ...orderForm, coupon: "SPRING20" }).catch(
      () => null,
    );
    expect(placed !== null).toBe(model.order());
    if (placed !== null) ids.push(placed.id);
    return;
  }
  if (deed.kind === "wait") {
    shop.time.now += deed.hours * 3_600_000;
    while (await runDueJob({ ...shop, handlers: couponJobs }));
    model.wait(deed.hours * 3_600_000);
    return;
  }
  if (deed.kind === "change") {
    const changing = changeCoupon(shop, owner, couponId, { ...terms, mostInAll: deed.most });
    const isChanged = await changing.then(
      () => true,
      () => false,
    );
    expect(isChanged).toBe(deed.most >= model.taken());
    if (isChanged) model.most = deed.most;
    return;
  }
  const order = model.orders[deed.nth];
  const id = ids[deed.nth];
  if (order === undefined || id === undefined) return;
  const entry = { amount: "119.20", date: dayOf(shop.time.now, "UTC"), reference: id };
  if (deed.kind === "pay" && (order.status === "UnPaid" || order.status === "Cancelled")) {
    await recordManualPayment(shop, owner, id, { ...entry, key: `paid-${id}` });
    model.pay(order);
  } else if (deed.kind === "cancel" && order.status === "UnPaid") {
    await cancelOrder(shop, ada, id);
    model.cancel(order);
  } else if (deed.kind === "refund" && order.status === "Paid") {
    const refund = { ...entry, key: `refunded-${id}`, transactionId: `paid-${id}` };
    await recordManualRefund(shop, owner, id, refund);
    order.status = "Refunded";
  }
}

describeOnEachDatabase("A coupon in any sequence of orders", (openDatabase) => {
  test("counts what a model of it counts, and the ledger agrees", {
    timeout: scaled(120_000),
  }, async () => {
    const shop = await openShop(await openDatabase());
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyDeed, { minLength: 4, maxLength: 16 }), async (deeds) => {
        // Each run has a coupon of its own, as if the shop were new.
        await shop.database.write(async (tx) => {
          const code = `OLD${run}RUN`;
          const former = { code, folded_code: code };
          await tx.updateTable("coupons").set(former).where("code", "=", "SPRING20").execute();
        });
        run += 1;
        const { id } = await addCoupon(shop, { mostInAll: 2 });
        const model = new Model();
        const ids: string[] = [];
        for (const deed of deeds) {
          await act(shop, model, ids, id, deed);
          const { taken, over, givenBack } = await readCoupon(shop, owner, id);
          expect({ taken, over, givenBack }).toEqual(model.uses());
        }
        for (const [at, { status }] of model.orders.entries()) {
          expect((await findOrder(shop, owner, ids[at] ?? "")).paymentStatus).toBe(status);
        }
      }),
      { numRuns: releaseTests.run ? 150 : 12 },
    );
    expect((await inSnapshot(shop.database, checkLedger)).differences).toEqual([]);
  });
});
