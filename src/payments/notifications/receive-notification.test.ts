import { expect, test } from "vitest";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { formHeaders, formType, openShop } from "../../../tests/support/orders/shop.ts";

describeStore("Receiving a notification", (openDatabase) => {
  test("stores the bytes unchanged before the call resolves", async () => {
    const { database, payments, time } = await openShop(await openDatabase());
    const raw = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const type = `${formType}; charset=windows-1252`;
    await payments.receive(raw, new Headers({ "content-type": type }));
    const rows = await database.read.selectFrom("payment_notifications").selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(Buffer.from(rows[0]?.raw ?? []).equals(raw)).toBe(true);
    expect(rows[0]).toMatchObject({
      state: "received",
      content_type: type,
      received_at: time.now,
      due_at: time.now,
      provider: "paypal-standard",
      source: "provider",
      expected: 0,
    });
  });

  test("stores a body that cannot be read", async () => {
    const { database, payments } = await openShop(await openDatabase());
    const long = "x".repeat(60_000);
    for (const text of ["&&&", "=", "txn_id=a%00b", "custom=%00", `txn_id=${long}`, "\u0000"]) {
      await payments.receive(Buffer.from(text), formHeaders);
    }
    const rows = await database.read.selectFrom("payment_notifications").select("id").execute();
    expect(rows).toHaveLength(6);
  });

  test.each([
    ["wrong-type", "a=1", "application/json"],
    ["wrong-type", "a=1", "multipart/form-data; boundary=x"],
    ["wrong-type", "a=1", undefined],
    ["too-large", "x".repeat(65_537), formType],
    ["invalid", "", formType],
  ])(
    "of a wrong type or size fails with the code %s and stores nothing",
    async (code, text, type) => {
      const { database, payments } = await openShop(await openDatabase());
      const receiving = payments.receive(
        Buffer.from(text),
        new Headers(type === undefined ? {} : { "content-type": type }),
      );
      await expect(receiving).rejects.toMatchObject({ code });
      const rows = await database.read.selectFrom("payment_notifications").select("id").execute();
      expect(rows).toEqual([]);
    },
  );
});
