import { expect, test } from "vitest";
import { briefQuestions } from "#content/blocks/brief-questions.ts";
import { insertRecord } from "#content/records/record-writes.server.ts";
import { recordManualPayment } from "#money/manual-payments/record-manual-payment.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { readConfiguration } from "#platform/configuration.ts";
import { system } from "#policy/actor.ts";
import { skipBrief } from "#work/brief/handle-order-brief.ts";
import { describeOnEachDatabase } from "../../../../tests/support/databases/databases.ts";
import { ada, openShop, orderForm, owner } from "../../../../tests/support/orders/shop.ts";
import { standingWords } from "./standing-words.server.ts";

describeOnEachDatabase("The words about the standing of an order", (openDatabase) => {
  test("mention no due day until the brief is sent, because the clock does not run before", async () => {
    const shop = await openShop(await openDatabase());
    const by = { actor: system, author: "test", at: shop.clock() };
    await shop.database.write(async (tx) => {
      for (const question of briefQuestions.seed) {
        await insertRecord(tx, briefQuestions, question, by);
      }
    });
    const { id } = await placeOrder(shop, ada, orderForm);
    const payment = { amount: "149.00", date: "2026-11-20", reference: "Transfer", key: "paid-1" };
    const order = await recordManualPayment(shop, owner, id, payment);
    const configuration = readConfiguration({});
    const words = async () => {
      const wordsFor = await standingWords({ ...shop, configuration }, [order], {
        timeZone: "UTC",
      });
      return wordsFor(id).standing;
    };
    expect(await words()).toBe("waits for the customer’s brief");
    await skipBrief(shop, owner, id);
    expect(await words()).toBe("due Dec 4, 2026");
  });
});
