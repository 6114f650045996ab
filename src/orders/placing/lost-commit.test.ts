import { test as base, expect, inject } from "vitest";
import { openDatabase } from "#platform/database/database.ts";
import { addressOf } from "../../../tests/support/databases/address-of.ts";
import { openLossyPostgres } from "../../../tests/support/databases/lossy-postgres.ts";
import { postgresDatabases } from "../../../tests/support/databases/postgres-databases.ts";
import { ada, openShop, orderForm } from "../../../tests/support/orders/shop.ts";
import { placeOrder } from "./place-order.ts";

// PostgreSQL only: SQLite has no connection that can be lost between a commit and its response.
const postgresUrl = inject("postgresUrl");
const test = base.skipIf(postgresUrl === null);

test("an order is placed once when its commit gets no response and the customer repeats the request", async () => {
  const databases = postgresDatabases(postgresUrl ?? "");
  const direct = await databases.open();
  const address = await addressOf(direct);
  if (address.engine !== "postgres") throw new Error("This is for PostgreSQL.");
  const lossy = await openLossyPostgres(address.url);
  const database = openDatabase({ engine: "postgres", url: lossy.url });
  const shop = await openShop(database);
  const send = () => placeOrder(shop, ada, orderForm, "a key of ada's");
  lossy.loseCommits = 1;
  await expect(send()).rejects.toThrow(/connection/);
  const orders = () => direct.read.selectFrom("orders").select("id").execute();
  // The commit succeeded, but its response was lost: an automatic retry would order twice.
  const [{ id } = { id: "" }, ...others] = await orders();
  expect(others).toEqual([]);
  expect(await send()).toMatchObject({ id, number: 1 });
  expect(await orders()).toEqual([{ id }]);
  const letters = await direct.read.selectFrom("mail_outbox").select("letter").execute();
  expect(letters.map(({ letter }) => letter).toSorted()).toEqual([
    "orderPlaced",
    "orderPlacedOwner",
  ]);
  await database.close();
  await lossy.close();
  await databases.remove();
});
