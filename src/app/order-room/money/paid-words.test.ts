import { expect, test } from "vitest";
import { describeOnEachDatabase } from "../../../../tests/support/databases/databases.ts";
import { ada, ben } from "../../../../tests/support/orders/shop.ts";
import { openCheckout } from "../../../../tests/support/payments/checkout.ts";
import { paidWordsOf } from "./paid-words.server.ts";

describeOnEachDatabase("The words about a Paid order", (openDatabase) => {
  const open = async () => {
    const { shop, order, arrive, message } = await openCheckout(await openDatabase());
    await arrive(message());
    const paid = { ...order, paymentStatus: "Paid" } as const;
    const { database } = shop;
    return {
      database,
      as: async (reader: typeof ada) => (await paidWordsOf(shop, reader, [paid]))(paid),
      name: (customer_name: string) =>
        database.write((tx) =>
          tx
            .insertInto("account_profiles")
            .values({
              account_id: "account-ada",
              customer_name,
              customer_address: "",
              customer_country: "",
              customer_website: "",
              name_key: "",
              updated_at: 1,
              origin: "form",
            })
            .execute(),
        ),
    };
  };

  test("name the person who has paid to colleagues", async () => {
    const { as, name } = await open();
    expect(await as(ada)).toBe("You Have Paid");
    expect(await as(ben)).toBe("A colleague has paid");
    await name("Ada Field");
    expect(await as(ben)).toBe("Ada Field has paid");
  });

  test("name nobody after a manual payment, whose payer is not known", async () => {
    const { database, as } = await open();
    await database.write(async (tx) => {
      await tx.updateTable("payment_attempts").set({ account_id: null }).execute();
    });
    expect(await as(ada)).toBe("You Have Paid");
    expect(await as(ben)).toBe("Paid");
  });
});
