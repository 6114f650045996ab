import { expect, test } from "vitest";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada, ben, owner } from "../../../tests/support/orders/shop.ts";
import { openProtocolCheckout } from "../../../tests/support/payments/protocol-checkout.ts";
import { describeProtocols, type Told } from "../../../tests/support/payments/protocols.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import { orderReceipt } from "../receipts/payments-of-order.ts";
import { listPayments } from "./list-payments.ts";
import { duplicatePayments } from "./outstanding-balance.ts";

describeStore("An order that was paid more than once", (openDatabase) => {
  describeProtocols((protocol) => {
    async function paidTwice() {
      const checkout = await openProtocolCheckout(await openDatabase(), protocol);
      const { shop, order, message, arrive } = checkout;
      const told = () => duplicatePayments(shop, ada, order.id);
      await arrive(message());
      expect(await told()).toBeNull();
      await arrive(message({ id: "TXN2" }));
      expect(await told()).toMatchObject({ times: 2, paidCents: 29_800 });
      const back = (cents: number, id: string) =>
        message({ kind: "refunded", id, of: "TXN2", cents });
      return { ...checkout, told, back };
    }

    test("shows the surplus until it is refunded", async () => {
      const { told, arrive, message, back } = await paidTwice();
      await arrive(message({ id: "TXN3" }));
      expect(await told()).toMatchObject({ times: 3, paidCents: 44_700 });
      await arrive(message({ kind: "refunded", id: "R3", of: "TXN3" }), back(4900, "R1"));
      expect(await told()).toEqual({ times: 2, paidCents: 29_800, tooMuchCents: 10_000 });
      await arrive(back(10_000, "R2"));
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
      await arrive(back(4900, "R1"));
      expect((await receipt())?.otherPayments).toMatchObject([{ ...other, refundedCents: 4900 }]);
    });

    const taken = (cents: number): Told => ({ kind: "reversed", cents });
    const returned = (cents: number): Told => ({ kind: "reversal-cancelled", cents });
    test.each<[string, Told[], number]>([
      ["a cancelled reversal", [taken(10_000), returned(10_000)], 0],
      ["a reversal that was cancelled in part", [taken(10_000), returned(4000)], 1],
      ["the second of two reversals", [taken(6000), taken(4000), returned(4000)], 1],
    ])("dates the refund on the receipt without %s", async (_, later, last) => {
      const { shop, order, message, arrive, acceptWonDisputes } = await openProtocolCheckout(
        await openDatabase(),
        protocol,
      );
      const { time } = shop;
      const began = time.now;
      await arrive(message());
      const first: Told = { kind: "refunded", cents: 4900 };
      for (const [index, told] of [first, ...later].entries()) {
        time.now = began + index * 3_600_000;
        await arrive(message({ ...told, id: `B${index}`, of: "TXN1" }));
        await acceptWonDisputes();
      }
      const receipt = await orderReceipt(shop, ada, order.id);
      expect(receipt?.refundedAt).toBe(began + last * 3_600_000);
    });

    test("has no refund that failed on its receipt, and says what a dispute took back", async () => {
      const { shop, order, message, arrive } = await openProtocolCheckout(
        await openDatabase(),
        protocol,
      );
      const refund: Told = { kind: "refunded", id: "R1", of: "TXN1", cents: 4900 };
      await arrive(message(), message(refund), message({ ...refund, kind: "failed" }));
      const receipt = () => orderReceipt(shop, ada, order.id);
      expect(await receipt()).toMatchObject({ refundedAt: null, refundedCents: 0 });
      const state = async () =>
        (await listPayments(shop, owner, { page: 1, pageSize: 1 })).items[0]?.state;
      expect(await state()).toBe("Applied");
      await arrive(message({ kind: "reversed", id: "V1", of: "TXN1" }));
      expect(await receipt()).toMatchObject({ refundedCents: 14_900, takenBackCents: 14_900 });
      expect(await state()).toBe("Taken back");
    });

    test("shows the surplus after the decision to refund it, until the refund is complete", async () => {
      const { told, onlyReview, decide, arrive, back } = await paidTwice();
      await decide((await onlyReview()).id, { decision: "refund" });
      expect(await told()).toMatchObject({ times: 2, paidCents: 29_800 });
      await arrive(back(14_900, "R1"));
      expect(await told()).toBeNull();
    });

    test("leaves a payment that an admin has decided to keep out of the surplus", async () => {
      const { told, onlyReview, decide, arrive, message } = await paidTwice();
      await decide((await onlyReview()).id, { decision: "accept" });
      expect(await told()).toBeNull();
      await arrive(message({ id: "TXN3" }));
      expect(await told()).toEqual({ times: 3, paidCents: 44_700, tooMuchCents: 14_900 });
    });

    test("shows no surplus to other customers, and none for a payment that does not match the order", async () => {
      const { shop, order, message, arrive } = await openProtocolCheckout(
        await openDatabase(),
        protocol,
      );
      await arrive(message({ cents: 100 }), message({ id: "TXN2" }));
      expect(await duplicatePayments(shop, ada, order.id)).toBeNull();
      await expectRefused("not-found", duplicatePayments(shop, ben, order.id));
    });
  });
});
