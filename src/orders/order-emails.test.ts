import { expect, test } from "vitest";
import { lookOf } from "#look/look.ts";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import { ada, openShop, orderForm } from "../../tests/support/orders/shop.ts";
import { openCheckout } from "../../tests/support/payments/checkout.ts";
import { htmlInRow, htmlOf } from "../mail/templates/email-html.ts";
import { cancelOrder } from "../money/cancelling/cancel-order.ts";
import type { Database } from "../platform/database/database.ts";
import { placeOrder } from "./placing/place-order.ts";

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

  test("contain the receipt of a payment and are sent once, despite repeated notifications and a second payment", async () => {
    const { shop, order, message, receive } = await openCheckout(await openDatabase());
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

  test("are sent once when the order is cancelled, and once when its payment arrives afterwards", async () => {
    const { shop, order, message, arrive } = await openCheckout(await openDatabase());
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
    expect(told?.text_body).toContain("This order was cancelled, Ada Field, but a payment");
    expect(told?.text_body).toContain("Write to us if you want a refund");
    expect(told?.text_body).not.toContain("We are starting work");
    expect(toOwner?.text_body).toMatch(/Earlier status:? *Cancelled/);
  });

  test("show HTML and placeholders in a customer's name as text", async () => {
    const shop = await openShop(await openDatabase());
    const customerName = '=HYPERLINK("x") <img src=x onerror=alert(1)> {plan} &amp;';
    await placeOrder(shop, ada, { ...orderForm, customerName });
    const [mail] = await mailsOf(shop);
    const html = mail && htmlOf({ html: htmlInRow(mail) }, lookOf(undefined));
    expect(html).not.toContain("<img");
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt; {plan} &amp;amp;");
    expect(mail?.text_body).toContain(customerName);
    expect(mail?.subject).toBe("Your order 1 is placed");
  });
});
