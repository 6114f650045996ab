// A process that places orders with a coupon, all at once, when its standard input ends. It writes
// the number of orders that got a place and of those that did not.
import { buffer } from "node:stream/consumers";
import { CouponRefusal } from "#orders/coupons/take-coupon.server.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { type DatabaseAddress, openDatabase } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Actor } from "#policy/actor.ts";
import { openShop, orderForm } from "../support/orders/shop.ts";

interface Settings {
  readonly address: DatabaseAddress;
  readonly orders: number;
  readonly coupon: string;
  /** Keeps the customers of two processes apart. */
  readonly name: string;
}

const { address, orders, coupon, name } = JSON.parse(process.argv[2] ?? "") as Settings;
const database = openDatabase(address);
const shop = await openShop(database, { isReopened: true });
process.stdout.write("ready\n");
await buffer(process.stdin);
let [placed, refused] = [0, 0];

/** Tries again while the database is too busy. The key keeps a second try from a second order. */
async function order(nth: number): Promise<void> {
  const accountId = `account-${name}-${nth}`;
  const customer: Actor = { kind: "customer", accountId, email: `${accountId}@example.com` };
  for (;;) {
    try {
      await placeOrder(shop, customer, { ...orderForm, coupon }, accountId);
      placed += 1;
      return;
    } catch (error) {
      if (error instanceof CouponRefusal) {
        refused += 1;
        return;
      }
      if (!(error instanceof AppError) || error.code !== "unavailable") throw error;
    }
  }
}

await Promise.all(Array.from({ length: orders }, (_, nth) => order(nth)));
process.stdout.write(`${JSON.stringify({ placed, refused })}\n`);
await database.close();
process.exit(0);
