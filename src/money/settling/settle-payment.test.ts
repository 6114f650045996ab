import { expect, test } from "vitest";
import { paymentEmail } from "#content/blocks/payment-email.ts";
import { listRecords } from "#content/records/content-store.server.ts";
import { updateRecord } from "#content/records/save-block.ts";
import { findOrder } from "#orders/find-order.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { system } from "#policy/actor.ts";
import { spentTotalCents } from "#sales/order-totals.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada, fieldsOf, notificationFor, orderForm } from "../../../tests/support/orders/shop.ts";
import { ledgerOf, openCheckout, outcomesOf } from "../../../tests/support/payments/checkout.ts";
import { startPayment } from "../paying/start-payment.ts";

describeStore("A verified notification", (openDatabase) => {
  const checkout = async () => openCheckout(await openDatabase());

  test("makes the order Paid if amount, currency and receiver match", async () => {
    const { shop, order, status, message, arrive } = await checkout();
    await arrive(message());
    expect(await status()).toBe("Paid");
    expect(await outcomesOf(shop)).toEqual(["applied"]);
    expect(await ledgerOf(shop)).toEqual([{ kind: "payment", amount_cents: 14900 }]);
    expect((await findOrder(shop, ada, order.id)).paidAt).toBe(shop.time.now - 1);
    expect(await spentTotalCents(shop, ada)).toBe(14900);
  });

  const wrong: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    "an amount of one cent": { mc_gross: "0.01" },
    "an amount that is too large": { mc_gross: "149.01" },
    "a negative amount": { mc_gross: "-149.00" },
    "a fraction of a cent more": { mc_gross: "149.001" },
    "an amount that is not a number": { mc_gross: "1.49e2" },
    "no amount": { mc_gross: "" },
    "another currency": { mc_currency: "EUR" },
    "no currency": { mc_currency: "" },
    "another receiver": { business: "eve@example.org", receiver_email: "eve@example.org" },
    "no receiver": { business: "", receiver_email: "" },
    "no transaction": { txn_id: "" },
    "another order": { invoice: "another" },
    "no attempt": { custom: "" },
    "an unknown attempt": { custom: "unknown" },
  };
  const repeated = ["mc_gross=149.00", "payment_status=Completed", "business=till%40example.org"];
  const idle = ["Pending", "Denied", "Failed", "Expired", "Voided", "Processed", "Shipped"];

  test("leaves the order UnPaid unless all its data and its status match", async () => {
    const { shop, status, message, arrive } = await checkout();
    const told: string[] = [];
    const tell = async (what: string, said: Readonly<Record<string, string>>, again = "") => {
      const raw = message({ txn_id: what.replaceAll(" ", "-"), ...said });
      await arrive(Buffer.concat([raw, Buffer.from(again)]));
      told.push(`${(await outcomesOf(shop)).at(-1)} ${await status()}`);
    };
    for (const [what, said] of Object.entries(wrong)) await tell(what, said);
    for (const again of repeated) await tell(again.slice(0, 5), {}, `&${again}`);
    expect(told).toEqual(Array(17).fill("review UnPaid"));
    for (const payment_status of idle) await tell(payment_status, { payment_status });
    expect(told.slice(17)).toEqual(idle.map(() => "no-effect UnPaid"));
    expect([await ledgerOf(shop), await spentTotalCents(shop, ada)]).toEqual([[], 0]);
  });

  test("makes the order Paid if one of its two receiver addresses is the attempt's receiver, ignoring case", async () => {
    for (const receivers of [
      { business: "TILL@example.org", receiver_email: "primary@example.org" },
      { business: "other@example.org", receiver_email: "Till@Example.org" },
    ]) {
      const { status, message, arrive } = await checkout();
      await arrive(message(receivers));
      expect(await status()).toBe("Paid");
    }
  });

  test("must name the receiver of the attempt, not a payment email that was set later", async () => {
    const { shop, status, message, arrive } = await checkout();
    const [record] = await listRecords(shop.database.read, paymentEmail);
    const later = { paypalEmail: "later@example.org" };
    await updateRecord(shop, system, paymentEmail, record?._id ?? "", later);
    await arrive(message({ business: later.paypalEmail, receiver_email: later.paypalEmail }));
    expect(await status()).toBe("UnPaid");
    await arrive(message({ txn_id: "TXN2" }));
    expect(await status()).toBe("Paid");
  });

  test("with the status Completed makes the order Paid, whether the status Pending arrives earlier or later", async () => {
    const first = await checkout();
    await first.arrive(first.message({ payment_status: "Pending" }), first.message());
    expect(await first.status()).toBe("Paid");
    const second = await checkout();
    await second.arrive(second.message(), second.message({ payment_status: "Pending" }));
    expect(await second.status()).toBe("Paid");
  });

  test("leaves the order UnPaid and needs review if its transaction belongs to another order", async () => {
    const { shop, message, arrive } = await checkout();
    await arrive(message());
    const other = await placeOrder(shop, ada, orderForm);
    const fields = fieldsOf(await startPayment(shop, ada, other.id));
    await arrive(notificationFor(fields));
    expect((await findOrder(shop, ada, other.id)).paymentStatus).toBe("UnPaid");
    expect(await outcomesOf(shop)).toEqual(["applied", "review"]);
    await arrive(notificationFor(fields, { txn_id: "TXN2" }));
    expect((await findOrder(shop, ada, other.id)).paymentStatus).toBe("Paid");
  });
});
