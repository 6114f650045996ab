import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { checkLedger } from "#maintenance/ledger-checks/check-ledger.ts";
import { inSnapshot } from "#platform/database/database.ts";
import { addressOf } from "../../../tests/support/databases/address-of.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { addCoupon } from "../../../tests/support/orders/coupons.ts";
import { openShop, owner } from "../../../tests/support/orders/shop.ts";
import { scaled } from "../../../tests/support/time-limits.ts";
import { readCoupon } from "./read-coupons.ts";

const program = fileURLToPath(new URL("../../../tests/torture/coupon-process.ts", import.meta.url));
const places = 100;
const ordersOfEach = 500;

describeOnEachDatabase("1,000 orders at once, in two processes", (openDatabase) => {
  test("get exactly the 100 places of a coupon", { timeout: scaled(120_000) }, async () => {
    const shop = await openShop(await openDatabase());
    const { id } = await addCoupon(shop, { mostInAll: places });
    const address = await addressOf(shop.database);
    const buyers = ["one", "two"].map((name) =>
      startBuyers({ address, name, orders: ordersOfEach, coupon: "SPRING20" }),
    );
    await Promise.all(buyers.map(({ ready }) => ready));
    const results = await Promise.all(buyers.map(({ begin }) => begin()));
    const sum = (of: "placed" | "refused") => results.reduce((all, each) => all + each[of], 0);
    expect([sum("placed"), sum("refused")]).toEqual([places, 2 * ordersOfEach - places]);
    expect(await readCoupon(shop, owner, id)).toMatchObject({ taken: places, over: 0 });
    const rows = await shop.database.read.selectFrom("coupon_places").select("place").execute();
    expect(new Set(rows.map(({ place }) => place)).size).toBe(places);
    expect((await inSnapshot(shop.database, checkLedger)).differences).toEqual([]);
  });
});

interface Result {
  readonly placed: number;
  readonly refused: number;
}

/** A process whose orders begin together with those of another. */
function startBuyers(settings: object) {
  const child = spawn(process.execPath, [program, JSON.stringify(settings)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => String((await lines.next()).value);
  return {
    ready: next(),
    async begin(): Promise<Result> {
      child.stdin.end();
      return JSON.parse(await next()) as Result;
    },
  };
}
