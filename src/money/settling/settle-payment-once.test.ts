import { expect, test } from "vitest";
import { verifyNextNotification } from "#payments/notifications/verify-notification.ts";
import { spentTotalCents } from "#sales/order-totals.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { ada } from "../../../tests/support/orders/shop.ts";
import { ledgerOf, outcomesOf } from "../../../tests/support/payments/checkout.ts";
import { openProtocolCheckout } from "../../../tests/support/payments/protocol-checkout.ts";
import { describeProtocols } from "../../../tests/support/payments/protocols.ts";
import { cancelOrder } from "../cancelling/cancel-order.ts";

describeOnEachDatabase("A payment", (openDatabase, engine) => {
  describeProtocols((protocol) => {
    const checkout = async () => openProtocolCheckout(await openDatabase(), protocol);

    test("is applied once when a hundred copies of its notification arrive at several workers", async () => {
      const { shop, order, status, message, receive } = await checkout();
      const sending = Array.from({ length: 100 }, () => receive(message()));
      await Promise.all(sending);
      await Promise.all(Array.from({ length: 8 }, () => shop.verifyAll()));
      expect(await status()).toBe("Paid");
      expect(await ledgerOf(shop)).toHaveLength(1);
      const applied = (await outcomesOf(shop)).filter((outcome) => outcome === "applied");
      expect(applied).toHaveLength(1);
      const others = (await outcomesOf(shop)).filter((outcome) => outcome !== "applied");
      expect(new Set(others)).not.toContain("review");
      // Few copies are stored: a copy is not stored when the database already shows an identical
      // waiting notification.
      expect(others.length).toBeLessThan(40);
      await expect(cancelOrder(shop, ada, order.id)).rejects.toMatchObject({ code: "conflict" });
    });

    test("makes a Cancelled order Paid, and needs review", async () => {
      const { shop, order, status, message, arrive } = await checkout();
      await cancelOrder(shop, ada, order.id);
      expect(await status()).toBe("Cancelled");
      await arrive(message());
      expect(await status()).toBe("Paid");
      const reviewed = shop.database.read.selectFrom("payment_notifications").selectAll();
      expect(await reviewed.executeTakeFirst()).toMatchObject({
        outcome: "review",
        outcome_reason: "It arrived after the order was cancelled. The order is now Paid.",
      });
      expect(await spentTotalCents(shop, ada)).toBe(14900);
    });

    test("makes a simultaneous cancellation wait and then fail, because the order is Paid", async () => {
      const { shop, order, status, message, receive } = await checkout();
      await receive(message());
      let applied = () => {};
      const applying = new Promise<void>((resolve) => {
        applied = resolve;
      });
      const onVerified: typeof shop.onVerified = async (tx, notification) => {
        const settlement = await shop.onVerified(tx, notification);
        applied();
        await new Promise((resolve) => setTimeout(resolve, 150));
        return settlement;
      };
      const verifying = verifyNextNotification(
        { ...shop, onVerified },
        new AbortController().signal,
      );
      await applying;
      await expect(cancelOrder(shop, ada, order.id)).rejects.toMatchObject({ code: "conflict" });
      await verifying;
      expect(await status()).toBe("Paid");
      expect(await ledgerOf(shop)).toHaveLength(1);
    });

    test("that arrives during a cancellation makes the order Paid", async () => {
      for (let round = 0; round < 3; round++) {
        const { shop, order, status, message, receive } = await checkout();
        await receive(message());
        const signal = new AbortController().signal;
        await Promise.allSettled([
          verifyNextNotification(shop, signal),
          new Promise((resolve) => setTimeout(resolve, round)).then(() =>
            cancelOrder(shop, ada, order.id),
          ),
        ]);
        expect(await status()).toBe("Paid");
      }
    });

    test("enters the ledger once, even if its notification is applied again", async () => {
      const { shop, attempt, message, arrive } = await checkout();
      await arrive(message());
      const stored = shop.database.read.selectFrom("payment_notifications").select("id");
      const { id } = await stored.executeTakeFirstOrThrow();
      const again = await shop.database.write((tx) =>
        shop.onVerified(tx, {
          id,
          provider: shop.provider.name,
          message: shop.provider.readNotification(message().body),
          attempt,
        }),
      );
      expect(again.outcome).toBe("no-effect");
      expect(await ledgerOf(shop)).toHaveLength(1);
    });

    test("cannot be changed in the ledger or deleted from the ledger", async () => {
      const { shop, message, arrive } = await checkout();
      await arrive(message());
      const removing = shop.database.write((tx) => tx.deleteFrom("payment_ledger").execute());
      await expect(removing).rejects.toThrow("only ever added");
      const changing = shop.database.write((tx) =>
        tx.updateTable("payment_ledger").set({ amount_cents: 1 }).execute(),
      );
      await expect(changing).rejects.toThrow("only ever added");
    });
  }, engine);
});
