import { expect, test } from "vitest";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada, ben } from "../../../tests/support/orders/shop.ts";
import { openCheckout } from "../../../tests/support/payments/checkout.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import { orderReceipt } from "../receipts/payments-of-order.ts";
import { duplicatePayments } from "./outstanding-balance.ts";

describeStore("An order that was paid more than once", (openDatabase) => {
  async function paidTwice() {
    const checkout = await openCheckout(await openDatabase());
    const { shop, order, message, arrive } = checkout;
    const told = () => duplicatePayments(shop, ada, order.id);
    await arrive(message());
    expect(await told()).toBeNull();
    await arrive(message({ txn_id: "TXN2" }));
    expect(await told()).toMatchObject({ times: 2, paidCents: 29_800 });
    const back = (gross: string, id: string) =>
      message({ payment_status: "Refunded", txn_id: id, parent_txn_id: "TXN2", mc_gross: gross });
    return { ...checkout, told, back };
  }

  test("shows the surplus until it is refunded", async () => {
    const { told, arrive, message, back } = await paidTwice();
    await arrive(message({ txn_id: "TXN3" }));
    expect(await told()).toMatchObject({ times: 3, paidCents: 44_700 });
    const third = { payment_status: "Refunded", parent_txn_id: "TXN3", mc_gross: "-149.00" };
    await arrive(message({ ...third, txn_id: "R3" }), back("-49.00", "R1"));
    expect(await told()).toEqual({ times: 2, paidCents: 29_800, tooMuchCents: 10_000 });
    await arrive(back("-100.00", "R2"));
    expect(await told()).toBeNull();
  });

  test("lists each payment and its refunds on the receipt", async () => {
    const { shop, order, arrive, back } = await paidTwice();
    const receipt = () => orderReceipt(shop, ada, order.id);
    const other = { transactionId: "TXN2", receivedCents: 14_900, reference: null };
    expect(await receipt()).toMatchObject({
      transactionId: "TXN1",
      receivedCents: 14_900,
      otherPayments: [{ ...other, refundedCents: 0 }],
    });
    await arrive(back("-49.00", "R1"));
    expect((await receipt())?.otherPayments).toMatchObject([{ ...other, refundedCents: 4900 }]);
  });

  test.each([
    ["a cancelled reversal", ["-100.00 Reversed", "100.00 Canceled_Reversal"], 0],
    ["a reversal that was cancelled in part", ["-100.00 Reversed", "40.00 Canceled_Reversal"], 1],
    [
      "the second of two reversals",
      ["-60.00 Reversed", "-40.00 Reversed", "40.00 Canceled_Reversal"],
      1,
    ],
  ])("dates the refund on the receipt without %s", async (_, later, last) => {
    const { shop, order, message, arrive } = await openCheckout(await openDatabase());
    const { time } = shop;
    const began = time.now;
    await arrive(message());
    for (const [index, text] of ["-49.00 Refunded", ...later].entries()) {
      const [mc_gross = "", payment_status = ""] = text.split(" ");
      time.now = began + index * 3_600_000;
      await arrive(
        message({ mc_gross, payment_status, txn_id: `B${index}`, parent_txn_id: "TXN1" }),
      );
    }
    const receipt = await orderReceipt(shop, ada, order.id);
    expect(receipt?.refundedAt).toBe(began + last * 3_600_000);
  });

  test("shows the surplus after the decision to refund it, until the refund is complete", async () => {
    const { told, onlyReview, decide, arrive, back } = await paidTwice();
    await decide((await onlyReview()).id, { decision: "refund" });
    expect(await told()).toMatchObject({ times: 2, paidCents: 29_800 });
    await arrive(back("-149.00", "R1"));
    expect(await told()).toBeNull();
  });

  test("leaves a payment that an admin has decided to keep out of the surplus", async () => {
    const { told, onlyReview, decide, arrive, message } = await paidTwice();
    await decide((await onlyReview()).id, { decision: "accept" });
    expect(await told()).toBeNull();
    await arrive(message({ txn_id: "TXN3" }));
    expect(await told()).toEqual({ times: 3, paidCents: 44_700, tooMuchCents: 14_900 });
  });

  test("shows no surplus to other customers, and none for a payment that does not match the order", async () => {
    const { shop, order, message, arrive } = await openCheckout(await openDatabase());
    await arrive(message({ mc_gross: "1.00" }), message({ txn_id: "TXN2" }));
    expect(await duplicatePayments(shop, ada, order.id)).toBeNull();
    await expectRefused("not-found", duplicatePayments(shop, ben, order.id));
  });
});
