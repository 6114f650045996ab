import { expect, test } from "vitest";
import { cancelOrder } from "#money/cancelling/cancel-order.ts";
import { askForMoneyBack } from "#money/money-back/ask-for-money-back.ts";
import { declineMoneyBack } from "#money/money-back/decline-money-back.ts";
import { selectOrder } from "#orders/order-store.server.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import {
  addBriefQuestions,
  requiredAnswers,
} from "../../../tests/support/orders/brief-questions.ts";
import { changes, orderIn } from "../../../tests/support/orders/order-in-stage.ts";
import { ada, owner } from "../../../tests/support/orders/shop.ts";
import { openRefundShop } from "../../../tests/support/payments/refund-shop.ts";
import { onlyOrders, openCompanies } from "../../../tests/support/rights/companies.ts";
import { orderBrief } from "../brief/read-order-brief.ts";
import { saveBriefAnswers, sendBrief } from "../brief/save-order-brief.ts";
import { askForChanges } from "../deliveries/delivery-answers.ts";
import { readNextSteps } from "./next-steps.server.ts";

const dayMs = 86_400_000;
const timeZone = "Europe/Oslo";
const calendar = { timeZone, weekdays: [1, 2, 3, 4, 5], closedDays: [] };

describeOnEachDatabase("The next step of an order", (openDatabase) => {
  test("follows the order, for several orders at once", async () => {
    const database = await openDatabase();
    const ids = await addBriefQuestions(database);
    const details = { customerWebsite: "https://example.com" };
    const opened = await orderIn("placed", database, { timeZone, details });
    const { shop, id, place, pay, say, deliver, accept } = opened;
    const other = await place();
    const words = async (actor = ada) => {
      const orders = (
        await Promise.all([id, other].map((one) => selectOrder(database.read, one)))
      ).flatMap((order) => order ?? []);
      const { steps } = await readNextSteps({ ...shop, calendar }, actor, orders, undefined);
      return [id, other].map((one) => steps.get(one)?.words);
    };
    const toPay = "Pay $149.00, then we begin";
    expect(await words()).toEqual([toPay, toPay]);
    await cancelOrder(shop, ada, other);
    await pay();
    // Friday, November 20, 2026. The website is answered by the order.
    expect(await words()).toEqual(["Answer 7 questions (3 minutes)", "Cancelled"]);
    const { questions = [] } = (await orderBrief(shop, ada, id)) ?? {};
    const versions = Object.fromEntries(questions.map((one) => [one.id, one.version]));
    const answers = Object.fromEntries(
      Object.entries(requiredAnswers).map(([question, answer]) => [
        ids.get(question) ?? "",
        answer,
      ]),
    );
    await saveBriefAnswers(shop, ada, id, { answers, versions });
    expect(await words()).toEqual(["Answer 4 questions (2 minutes)", "Cancelled"]);
    await sendBrief(shop, ada, id);
    expect((await words())[0]).toBe("We have your answers and begin soon, due Dec 4");
    shop.time.now += 3 * dayMs;
    await say(owner, "Which tone do you prefer?", { asks: true });
    await say(owner, "And which colours?", { asks: true });
    expect((await words())[0]).toBe("Answer our 2 questions, so that we can go on");
    await say(ada, "Friendly, green.");
    await deliver();
    // The team sees the step of the customer.
    expect((await words(owner))[0]).toBe("Accept the delivery until Nov 30");
    await askForChanges(shop, ada, id, 1, changes);
    expect((await words())[0]).toBe("We are working on your changes: day 1 of 10, due Dec 4");
    await deliver();
    shop.time.now += 8 * dayMs;
    expect((await words())[0]).toBe("Accept the delivery");
    await accept(2);
    expect((await words())[0]).toBe("Complete");
  });

  test("is the refund that somebody asked for, until it is answered", async () => {
    const shop = await openRefundShop(await openDatabase());
    const { order, api, refund, refundOf, tell } = shop;
    const words = async () => {
      const { steps } = await readNextSteps({ ...shop, calendar }, ada, [order], undefined);
      return steps.get(order.id)?.words;
    };
    const before = await words();
    expect(before).not.toContain("efund");
    await askForMoneyBack(shop, ada, order.id, { reason: "We have closed." });
    expect(await words()).toMatch(/^Refund asked for on \w+ \d+: we answer you$/);
    api.will([201, refundOf("R1", "50.00", "PENDING")]);
    await refund({ amountCents: 5000 });
    expect(await words()).toBe("Refund on its way: we will email you");
    await tell(refundOf("R1", "50.00", "FAILED"), "PAYMENT.REFUND.FAILED");
    expect(await words()).toMatch(/^Refund asked for/);
    await declineMoneyBack(shop, owner, order.id, { reason: "The month is done." });
    expect(await words()).toBe(before);
    await api.close();
  });

  test("says nothing about a refund to a colleague who sees no payments", async () => {
    const database = await openDatabase();
    const { shop, person, now, join, place, pay } = await openCompanies(database);
    const [first, second] = [await person("ada"), await person("zoe")];
    await join(first, second, onlyOrders);
    const { id } = await place(first);
    await pay(id);
    await askForMoneyBack(shop, await now(first), id, { reason: "We have closed." });
    const kinds = [];
    for (const reader of [await now(first), await now(second)]) {
      const orders = [await selectOrder(database.read, id)].flatMap((order) => order ?? []);
      const { steps } = await readNextSteps({ ...shop, calendar }, reader, orders, undefined);
      kinds.push(steps.get(id)?.kind === "refund-asked");
    }
    expect(kinds).toEqual([true, false]);
  });
});
