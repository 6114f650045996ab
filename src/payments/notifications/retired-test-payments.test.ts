import { expect, test } from "vitest";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { openCheckout } from "../../../tests/support/payments/checkout.ts";
import { verifyNextNotification } from "./verify-notification.ts";

const signal = new AbortController().signal;

describeStore("A provider that takes no new payments", (openDatabase) => {
  test("pays for no order, and still refunds what was paid before", async () => {
    const { shop, message, receive, status } = await openCheckout(await openDatabase());
    const verify = async (takesNewPayments: boolean) => {
      const deps = { ...shop, takesNewPayments: () => takesNewPayments };
      while (await verifyNextNotification(deps, signal));
    };
    await receive(message({ payment_status: "Pending", txn_id: "LATE" }));
    await receive(message({ txn_id: "LATE" }));
    await verify(false);
    expect(await status()).toBe("UnPaid");
    const rows = await shop.database.read
      .selectFrom("payment_notifications")
      .select(["state", "outcome_reason"])
      .execute();
    const reason = "It is about a test payment, and this site takes real ones now.";
    expect(rows).toEqual([
      { state: "ignored", outcome_reason: reason },
      { state: "ignored", outcome_reason: reason },
    ]);

    await receive(message({ txn_id: "IN-TEST-MODE" }));
    await verify(true);
    expect(await status()).toBe("Paid");
    const refund = { payment_status: "Refunded", parent_txn_id: "IN-TEST-MODE" };
    await receive(message({ ...refund, txn_id: "R1", mc_gross: "-149.00" }));
    await verify(false);
    expect(await status()).toBe("Refunded");
  });
});
