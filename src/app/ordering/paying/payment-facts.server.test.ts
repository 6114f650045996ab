import { expect, test } from "vitest";
import { describeOnEachDatabase } from "../../../../tests/support/databases/databases.ts";
import { offerTransfers } from "../../../../tests/support/payments/bank-account.ts";
import { paymentFacts, waysToPay } from "./payment-facts.server.ts";

const card = { way: "card", displayName: "Stripe", leastCents: 50 } as const;
const paypal = { way: "paypal", displayName: "PayPal" } as const;

describeOnEachDatabase("The ways to pay", (openDatabase) => {
  test("are those that take the price, with the reason against each other", async () => {
    const database = await openDatabase();
    const waysFor = async (providers: readonly object[], priceCents: number) => {
      const payments = { ways: providers.map((provider) => ({ provider })) } as never;
      const found = await waysToPay({ database, payments }, priceCents);
      return [found.ways.map(({ way }) => way).join(" "), found.providerName, ...found.refusals];
    };
    const tooLittle = "Cards pay $0.50 or more, so this price cannot be paid that way.";
    expect(await waysFor([], 100)).toEqual(["", ""]);
    expect(await waysFor([card, paypal], 50)).toEqual(["card paypal", "Stripe or PayPal"]);
    expect(await waysFor([card, paypal], 49)).toEqual(["paypal", "PayPal", tooLittle]);
    expect(await waysFor([card], 49)).toEqual(["", "", tooLittle]);
    await offerTransfers(database);
    expect(await waysFor([card], 49)).toEqual(["transfer", "", tooLittle]);
    expect(await waysFor([paypal, card], 50)).toEqual(["paypal card transfer", "PayPal or Stripe"]);
    await offerTransfers(database, { isOn: false });
    expect(await waysFor([], 100)).toEqual(["", ""]);
  });

  test("are none when nothing is to be paid now", async () => {
    const payments = { ways: [{ provider: paypal }] } as never;
    const plan = { packageName: "Basic", workingDays: 5, includedRounds: 1, refundDays: 14 };
    const charged = { charged: "monthly", minimumCycles: 0, priceCents: 14_900 } as const;
    const reductions = [{ cents: 14_900, cycles: 1 }];
    const facts = { database: await openDatabase(), payments };
    expect(await paymentFacts(facts, { ...plan, ...charged, reductions })).toMatchObject({
      isFree: true,
      ways: [],
      providerName: "",
    });
    expect(await paymentFacts(facts, { ...plan, ...charged })).toMatchObject({
      isFree: false,
      ways: [{ way: "paypal" }],
      providerName: "PayPal",
    });
  });
});
