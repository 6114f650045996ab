import { expect, test } from "vitest";
import { cancelOrder } from "#money/cancelling/cancel-order.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { Actor } from "#policy/actor.ts";
import { setOrderStatus } from "#work/deliveries/set-order-status.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { postFor } from "../../../tests/support/mail/post.ts";
import { distributeNews } from "../../../tests/support/orders/order-news.ts";
import { openShop, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { queueEmail } from "../queue-email.server.ts";

const email = "victim@example.com";
const customer: Actor = { kind: "customer", accountId: "account-sock", email };
const dayMs = 24 * 60 * 60_000;

describeStore("A mailbox", (openDatabase) => {
  async function open(emailVerified: boolean) {
    const database = await openDatabase();
    const shop = await openShop(database);
    const post = {
      ...postFor({ ownerEmail: "own@example.com", clock: shop.clock }),
      configuration: { rateLimitFactor: 1 },
      isConfirmed: async () => emailVerified,
    };
    const lockActorAccount = async (_tx: unknown, accountId: string) => ({
      accountId,
      email,
      emailVerified,
    });
    const at = { ...shop, post, lockActorAccount };
    return {
      at,
      time: shop.time,
      /** Each time queues two emails; the cancellation withdraws the first, which counts all the same. */
      async orderAndCancel(times: number) {
        for (let count = 0; count < times; count++) {
          await cancelOrder(at, customer, (await placeOrder(at, customer, orderForm)).id);
        }
      },
      link: (name: "resetPassword" | "verifyAddress" | "confirmSubscription", recipient = email) =>
        database.write((tx) =>
          queueEmail(tx, post, { name, recipient, values: { email: recipient }, path: "/" }),
        ),
      async received(recipient: string) {
        const mails = database.read.selectFrom("mail_outbox").where("recipient", "=", recipient);
        return (await mails.select("id").execute()).length;
      },
    };
  }

  test("of an unconfirmed account gets at most ten emails a day about its orders", async () => {
    const { orderAndCancel, received, time } = await open(false);
    await orderAndCancel(20);
    expect(await received(email)).toBe(5);
    expect(await received("own@example.com")).toBe(20);
    time.now += dayMs;
    await orderAndCancel(1);
    expect(await received(email)).toBe(6);
  });

  test("of a confirmed account gets every email about its orders", async () => {
    const { orderAndCancel, received } = await open(true);
    await orderAndCancel(20);
    expect(await received(email)).toBe(20);
  });

  test("gets emails about the owner's changes regardless of the limit", async () => {
    const { at, orderAndCancel, received } = await open(false);
    const order = await placeOrder(at, customer, orderForm);
    await orderAndCancel(20);
    await setOrderStatus(at, owner, order.id, { orderStatus: "Delivered" });
    await distributeNews(at);
    expect(await received(email)).toBe(6);
  });

  test.each([
    ["resetPassword", 5],
    ["verifyAddress", 5],
    ["confirmSubscription", 3],
  ] as const)(
    "of a confirmed account gets a limited number of emails of the template %s",
    async (name, most) => {
      const { link, received } = await open(true);
      for (let sent = 0; sent < 8; sent++) await link(name, sent % 2 ? email : email.toUpperCase());
      expect((await received(email)) + (await received(email.toUpperCase()))).toBe(most);
    },
  );

  test("over the limits of other templates still gets a link to reset the password", async () => {
    const { link, orderAndCancel, received } = await open(false);
    await orderAndCancel(20);
    for (let sent = 0; sent < 8; sent++) await link("confirmSubscription");
    const before = await received(email);
    await link("resetPassword");
    await link("verifyAddress");
    expect(await received(email)).toBe(before + 2);
  });
});
