import { afterAll, beforeAll, expect, test } from "vitest";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { distributeNews } from "../../tests/support/orders/order-news.ts";
import { ada, openShop, orderForm, owner } from "../../tests/support/orders/shop.ts";
import { openCheckout } from "../../tests/support/payments/checkout.ts";
import { openReviews } from "../../tests/support/payments/reviews.ts";
import { openVerifier, type Verifier } from "../../tests/support/payments/verifier.ts";
import { htmlInRow, htmlOf } from "../mail/templates/email-html.ts";
import { cancelOrder } from "../money/cancelling/cancel-order.ts";
import type { Database } from "../platform/database/database.ts";
import { setOrderStatus } from "../work/deliveries/set-order-status.ts";
import { placeOrder } from "./placing/place-order.ts";

let verifier: Verifier;
beforeAll(async () => {
  verifier = await openVerifier("VERIFIED");
});
afterAll(() => verifier.close());

interface Mailing {
  readonly database: Database;
}

/** Sorted by template, because emails of the same millisecond have no fixed sequence. */
function mailsOf({ database: { read } }: Mailing) {
  return read.selectFrom("mail_outbox").selectAll().orderBy("letter").execute();
}

/** Templates of all emails except the emails about placing the order. */
async function lettersOf(shop: Mailing) {
  const letters = (await mailsOf(shop)).map(({ letter }) => letter);
  return letters.filter((letter) => !letter?.startsWith("orderPlaced"));
}

const times = (count: number) => Array.from({ length: count });

describeOnEachDatabase("Emails about an order", (openDatabase) => {
  test("are sent once to customer and owner when fifty simultaneous requests with one key place the order", async () => {
    const shop = await openShop(await openDatabase());
    const calls = times(50).map(() => placeOrder(shop, ada, orderForm, "key"));
    const [order] = await Promise.all(calls);
    const mails = await mailsOf(shop);
    expect(mails.map(({ letter }) => letter)).toEqual(["orderPlaced", "orderPlacedOwner"]);
    expect(mails.map(({ about }) => about)).toEqual([order?.id, order?.id]);
    expect(mails.map(({ recipient }) => recipient)).toEqual(["ada@example.com", "own@example.com"]);
    expect(mails[0]?.text_body).toContain("http://localhost:3000/order-link?token=");
    expect(mails[1]?.text_body).toContain(
      `http://localhost:3000/admin/payment-status/${order?.id}`,
    );
  });

  test("are not sent when the order is rejected", async () => {
    const shop = await openShop(await openDatabase());
    await expect(placeOrder(shop, ada, { ...orderForm, packagePrice: "1" })).rejects.toThrow();
    expect(await mailsOf(shop)).toEqual([]);
  });

  test("contain the receipt of a payment and are sent once, despite repeated notifications and a second payment", async () => {
    const { shop, order, message, receive } = await openCheckout(
      await openDatabase(),
      verifier.url,
    );
    await Promise.all(times(10).map(() => receive(message())));
    await Promise.all([shop.verifyAll(), shop.verifyAll(), shop.verifyAll()]);
    await receive(message({ txn_id: "TXN2" }));
    await shop.verifyAll();
    const paid = (await mailsOf(shop)).filter(({ letter }) => letter?.startsWith("payment"));
    expect(paid.map(({ letter }) => letter)).toEqual(["paymentReceived", "paymentReceivedOwner"]);
    const facts = [
      ...(paid[0]?.text_body ?? "").matchAll(/^(\w+): {2,}(.+)$|^(Transaction): (.+)$/gm),
    ];
    expect(facts.map(([, label, value, last, id]) => [label ?? last, value ?? id])).toEqual([
      ["Order", String(order.number)],
      ["Paid", "Nov 20, 2026, 12:00:00 UTC"],
      ["Plan", "Basic"],
      ["Amount", "$149.00 USD"],
      ["Transaction", "TXN1"],
    ]);
  });

  test("tell the customer once about each further payment, with its transaction id", async () => {
    const { shop, message, receive, arrive } = await openCheckout(
      await openDatabase(),
      verifier.url,
    );
    await arrive(message());
    const second = message({ txn_id: "TXN2" });
    await Promise.all(times(5).map(() => receive(second)));
    await Promise.all([shop.verifyAll(), shop.verifyAll()]);
    const told = async () => (await mailsOf(shop)).filter(({ letter }) => letter === "paidAgain");
    const [mail, ...others] = await told();
    expect(others).toEqual([]);
    expect(mail?.recipient).toBe("ada@example.com");
    expect(mail?.text_body).toContain("another payment of $149.00");
    expect(mail?.text_body).toContain("refund the difference");
    expect(mail?.text_body).toMatch(/^Transaction: TXN2$/m);
    await arrive(message({ txn_id: "TXN3" }));
    expect(await told()).toHaveLength(2);
  });

  test("do not repeat the receipt when a reversal is cancelled", async () => {
    const { shop, message, arrive, status } = await openCheckout(
      await openDatabase(),
      verifier.url,
    );
    const parent = { parent_txn_id: "TXN1" };
    await arrive(
      message(),
      message({ ...parent, payment_status: "Reversed", mc_gross: "-149.00", txn_id: "R1" }),
    );
    expect(await status()).toBe("Refunded");
    await arrive(message({ ...parent, payment_status: "Canceled_Reversal", txn_id: "R2" }));
    expect(await status()).toBe("Paid");
    const paid = (await lettersOf(shop)).filter((letter) => letter === "paymentReceived");
    expect(paid).toHaveLength(1);
  });

  test("are not sent about a payment that does not match the order", async () => {
    const { shop, message, arrive } = await openCheckout(await openDatabase(), verifier.url);
    await arrive(message({ mc_gross: "0.01" }));
    expect(await lettersOf(shop)).toEqual([]);
  });

  test("are sent once when the order is cancelled, and once when its payment arrives afterwards", async () => {
    const { shop, order, message, arrive } = await openCheckout(await openDatabase(), verifier.url);
    await Promise.all(times(5).map(() => cancelOrder(shop, ada, order.id)));
    expect(await lettersOf(shop)).toEqual(["paymentCancelled"]);
    await arrive(message());
    expect(await lettersOf(shop)).toEqual([
      "paidAfterCancelling",
      "paymentCancelled",
      "paymentReceivedOwner",
    ]);
    const [told, , toOwner] = await mailsOf(shop).then((all) =>
      all.filter(({ letter }) => !letter?.startsWith("orderPlaced")),
    );
    expect(told?.text_body).toContain("This order was cancelled, Ada Field, but your payment");
    expect(told?.text_body).toContain("Write to us if you want a refund");
    expect(told?.text_body).not.toContain("We are starting work");
    expect(toOwner?.text_body).toMatch(/Earlier status:? *Cancelled/);
  });

  test("announce a received payment when the owner accepts the payment of a cancelled order", async () => {
    const { shop, order, message, arrive, onlyReview, decide } = await openReviews(
      await openDatabase(),
      verifier.url,
    );
    await cancelOrder(shop, ada, order.id);
    await arrive(message({ mc_gross: "140.00" }));
    await decide((await onlyReview()).id, { decision: "accept" });
    expect(await lettersOf(shop)).toEqual([
      "paymentCancelled",
      "paymentReceived",
      "paymentReceivedOwner",
    ]);
  });

  test("are sent each time the order becomes Delivered, but not for repeated clicks", async () => {
    const shop = await openShop(await openDatabase());
    const order = await placeOrder(shop, ada, orderForm);
    const set = (orderStatus: string) => setOrderStatus(shop, owner, order.id, { orderStatus });
    await Promise.all(times(5).map(() => set("Delivered")));
    await distributeNews(shop);
    expect(await lettersOf(shop)).toEqual(["orderDelivered"]);
    await set("Pending");
    await set("Delivered");
    await distributeNews(shop);
    expect(await lettersOf(shop)).toEqual(["orderDelivered", "orderDelivered"]);
  });

  test("about a delivery name the amount due if the order is UnPaid, and no amount if it is Paid", async () => {
    const { shop, order, message, arrive } = await openCheckout(await openDatabase(), verifier.url);
    const deliver = async () => {
      await setOrderStatus(shop, owner, order.id, { orderStatus: "Delivered" });
      await distributeNews(shop);
      await setOrderStatus(shop, owner, order.id, { orderStatus: "Pending" });
    };
    const delivered = async () =>
      (await mailsOf(shop)).filter(({ letter }) => letter === "orderDelivered");
    await deliver();
    const [unpaid] = await delivered();
    expect(unpaid?.text_body).toContain("Still due: $149.00 USD");
    await arrive(message());
    await deliver();
    const [paid] = (await delivered()).filter(({ id }) => id !== unpaid?.id);
    expect(paid?.text_body).toContain("is complete");
    expect(paid?.text_body).not.toContain("to be paid");
  });

  test("show HTML and placeholders in a customer's name as text", async () => {
    const shop = await openShop(await openDatabase());
    const customerName = '=HYPERLINK("x") <img src=x onerror=alert(1)> {plan} &amp;';
    await placeOrder(shop, ada, { ...orderForm, customerName });
    const [mail] = await mailsOf(shop);
    const html = mail && htmlOf({ html: htmlInRow(mail) });
    expect(html).not.toContain("<img");
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt; {plan} &amp;amp;");
    expect(mail?.text_body).toContain(customerName);
    expect(mail?.subject).toBe("Your order 1 is placed");
  });
});
