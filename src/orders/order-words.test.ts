import { expect, test } from "vitest";
import { emailTemplates } from "#content/emails/email-templates.ts";
import { describeStore } from "../../tests/support/databases/databases.ts";
import { offered } from "../../tests/support/orders/offered-orders.ts";
import { openShop } from "../../tests/support/orders/shop.ts";
import { wordsWithoutPlan } from "./order-words.ts";
import { placeOfferedOrder } from "./placing/place-order.ts";

test("The email templates have a name in quotation marks in place of each plan", () => {
  expect(wordsWithoutPlan("Your order for the {plan} plan, a {plan} plan, is {plan}.")).toBe(
    "Your order for “{plan}”, “{plan}”, is {plan}.",
  );
  const left = Object.values(emailTemplates).flatMap(({ block }) =>
    JSON.stringify(block.seed)
      .match(/.{0,20}\{plan\}.{0,20}/g)
      ?.map(wordsWithoutPlan),
  );
  expect(left.filter((words) => /\{plan\}\W+plan/.test(words ?? ""))).toEqual([]);
});

describeStore("The emails of an order of no plan", (openDatabase) => {
  test("call it by its name", async () => {
    const shop = await openShop(await openDatabase());
    await shop.database.write((tx) => placeOfferedOrder(tx, shop, offered));
    const mails = await shop.database.read
      .selectFrom("mail_outbox")
      .select(["subject", "text_body"])
      .execute();
    const texts = mails.map(({ subject, text_body }) => `${subject}\n${text_body}`).join("\n");
    expect(texts).toContain("We have your order for “A talk”.");
    expect(texts).not.toMatch(/A talk”? plan|Plan: +A talk/);
  });
});
