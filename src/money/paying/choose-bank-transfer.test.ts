import { expect, test } from "vitest";
import { cancelOrder } from "#money/cancelling/cancel-order.ts";
import { recordManualPayment } from "#money/manual-payments/record-manual-payment.ts";
import { paymentMarks } from "#money/paying/payment-progress.ts";
import { startPayment } from "#money/paying/start-payment.ts";
import { selectOrder } from "#orders/order-store.server.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { visitor } from "#policy/actor.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { ada, ben, openShop, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { offerTransfers } from "../../../tests/support/payments/bank-account.ts";
import { onlyOrders, openCompanies } from "../../../tests/support/rights/companies.ts";
import { awaitedTransfer } from "../bank-transfer/bank-transfer-tables.server.ts";
import { transferReference } from "../bank-transfer/transfer-reference.ts";
import { chooseBankTransfer } from "./choose-bank-transfer.ts";

const dayMs = 86_400_000;

describeOnEachDatabase("A bank transfer", (openDatabase) => {
  async function open() {
    const shop = await openShop(await openDatabase());
    await offerTransfers(shop.database, { note: "You pay the fees." });
    const order = await placeOrder(shop, ada, orderForm);
    const { read } = shop.database;
    return {
      shop,
      order,
      choose: (choices = {}, actor = ada) => chooseBankTransfer(shop, actor, order.id, choices),
      awaited: () => awaitedTransfer(read, order.id),
      letters: async () => {
        const mails = read.selectFrom("mail_outbox").select(["letter", "text_body"]);
        return mails.where("recipient", "=", "ada@example.com").orderBy("id").execute();
      },
    };
  }

  test("is awaited once chosen, and its account is emailed once instead of the usual reminder", async () => {
    const { shop, order, choose, awaited, letters } = await open();
    expect((await letters()).map(({ letter }) => letter)).toEqual(["orderPlaced"]);
    await Promise.all([choose(), choose()]);
    const chosenAt = await awaited();
    expect(chosenAt).toBe(shop.time.now);
    shop.time.now += dayMs;
    await choose();
    expect(await awaited()).toBe(chosenAt);
    await startPayment(shop, ada, order.id, { left: "transfer" });
    expect(await awaited()).toBeNull();
    const { id: left } = await shop.database.read
      .selectFrom("payment_attempts")
      .select("id")
      .executeTakeFirstOrThrow();
    await choose({ left });
    expect(await awaited()).toBe(shop.time.now);
    const mails = await letters();
    expect(mails.map(({ letter }) => letter)).toEqual(["transferAwaited"]);
    for (const said of ["NO93 8601 1117 947", transferReference(order), "$149.00", "the fees"]) {
      expect(mails[0]?.text_body).toContain(said);
    }
  });

  test("counts as paid when the owner records it, with the usual receipt and nothing to pay", async () => {
    const { shop, order, choose, awaited, letters } = await open();
    await choose();
    const given = {
      amount: "149.00",
      date: "2026-11-20",
      reference: "Order 1",
      key: "k".repeat(20),
    };
    await recordManualPayment(shop, owner, order.id, given);
    await recordManualPayment(shop, owner, order.id, given);
    expect((await selectOrder(shop.database.read, order.id))?.paymentStatus).toBe("Paid");
    expect(await awaited()).toBeNull();
    expect((await letters()).map(({ letter }) => letter)).toEqual(["paymentReceived"]);
    await expect(choose()).rejects.toThrow("This order is already paid.");
  });

  test("marks its order for the customer and the team until the order ends", async () => {
    const { shop, order, choose, awaited } = await open();
    const marks = async () => {
      const orders = [await selectOrder(shop.database.read, order.id)].flatMap((one) => one ?? []);
      const seen = [
        paymentMarks(shop, ada, orders, "own"),
        paymentMarks(shop, owner, orders, "every"),
      ];
      return (await Promise.all(seen)).map((each) => each.get(order.id));
    };
    expect(await marks()).toEqual([undefined, undefined]);
    await choose();
    expect(await marks()).toEqual(["transfer-awaited", "transfer-awaited"]);
    await cancelOrder(shop, ada, order.id);
    expect(await marks()).toEqual([undefined, undefined]);
    expect(await awaited()).toBeNull();
  });

  test("is refused while it is not offered, and to everybody who may not pay the order", async () => {
    const { shop, choose, awaited } = await open();
    await expect(choose({}, ben)).rejects.toMatchObject({ code: "not-found" });
    await expect(choose({}, owner as typeof ada)).rejects.toMatchObject({ code: "not-found" });
    await expect(choose({}, visitor as never)).rejects.toMatchObject({ code: "unauthenticated" });
    await offerTransfers(shop.database, { isOn: false });
    await expect(choose()).rejects.toThrow("no longer offered");
    expect(await awaited()).toBeNull();
  });

  test("is emailed to the people of a company who see payments, and chosen by them only", async () => {
    const database = await openDatabase();
    await offerTransfers(database);
    const { shop, person, now, join, place } = await openCompanies(database);
    const [first, second] = [await person("ada"), await person("zoe")];
    await join(first, second, onlyOrders);
    const { id } = await place(first);
    const choosing = chooseBankTransfer(shop, await now(second), id);
    await expect(choosing).rejects.toMatchObject({ code: "not-found" });
    await chooseBankTransfer(shop, await now(first), id);
    const mails = database.read.selectFrom("mail_outbox").select("recipient");
    const told = await mails.where("letter", "=", "transferAwaited").execute();
    expect(told).toEqual([{ recipient: "ada@example.com" }]);
  });
});
