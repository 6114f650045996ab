import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendOrderMessage } from "#conversation/messages/send-order-message.ts";
import { addOrderPassword } from "#conversation/passwords/add-order-password.ts";
import { listOrderPasswords } from "#conversation/passwords/list-order-passwords.ts";
import { showOrderPassword } from "#conversation/passwords/show-order-password.ts";
import { recordManualPayment } from "#money/manual-payments/record-manual-payment.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { inSnapshot, openDatabase as openAt } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { prepareDatabase as prepare } from "#server/open-database.ts";
import { addressOf } from "../../../tests/support/databases/address-of.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { ada, openShop, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { backUp } from "./back-up.ts";
import { restore } from "./restore.ts";

let elsewhere: string;
beforeAll(async () => {
  elsewhere = await mkdtemp(join(tmpdir(), "furrow-passwords-"));
});
afterAll(() => rm(elsewhere, { recursive: true, force: true }));

const passwords = ["quincebarley and hedge", "quincebarley7"];
const mark = "quincebarley";

/** Names of the files below a directory that contain `mark`, the common text of the passwords. */
async function filesWithMark(directory: string): Promise<string[]> {
  const files = await readdir(directory, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const file of files.filter((each) => each.isFile())) {
    const bytes = await readFile(join(file.parentPath, file.name));
    if (bytes.includes(mark) || bytes.includes(Buffer.from(mark, "utf16le"))) found.push(file.name);
  }
  return found;
}

describeOnEachDatabase("The password of an order", (openDatabase) => {
  test("is only ciphertext in every table, in the database file and in a backup, and can be read after a restore", async () => {
    const database = await openDatabase();
    await prepare(database);
    const shop = await openShop(database);
    const order = await placeOrder(shop, ada, orderForm);
    const payment = { amount: "149.00", date: "2026-11-20", reference: "Transfer", key: newId() };
    await recordManualPayment(shop, owner, order.id, payment);
    const [password = "", inMessage] = passwords;
    const fields = { label: "WordPress", password, key: newId() };
    const { id } = await addOrderPassword(shop, ada, order.id, fields);
    const message = { text: `Password: ${inMessage}`, foundPasswords: "move", key: newId() };
    await sendOrderMessage(shop, ada, order.id, message);
    await showOrderPassword(shop, owner, order.id, id, { confirmed: true });

    const tables = await database.libraryHandle.introspection.getTables();
    await inSnapshot(database, async (read) => {
      for (const { name } of tables) {
        const rows = await read
          .selectFrom(name as "orders")
          .selectAll()
          .execute();
        expect(JSON.stringify(rows), name).not.toContain(mark);
      }
    });
    const address = await addressOf(database);
    if (address.engine === "sqlite") {
      // The directory also contains the write-ahead log of the database.
      expect(await filesWithMark(dirname(address.file))).toEqual([]);
    }
    const directory = await mkdtemp(join(elsewhere, "backups-"));
    const { secret } = shop;
    const made = await backUp({
      address,
      secret,
      directory,
      kind: "backup",
      prepare,
      now: Date.now(),
    });
    expect(await filesWithMark(directory)).toEqual([]);

    const dataDirectory = await mkdtemp(join(elsewhere, "data-"));
    const file = made.file.includes("/") ? made.file : join(directory, made.file);
    const target = { dataDirectory, databaseUrl: undefined, bucket: undefined };
    await restore({ file, ...target, prepare, say: () => {} });
    const restored = openAt({ engine: "sqlite", file: join(dataDirectory, "furrow.db") });
    try {
      const there = { ...shop, database: restored };
      const found = await listOrderPasswords(there, owner, order.id);
      const shown = found.passwords.map((each) =>
        showOrderPassword(there, owner, order.id, each.id, { confirmed: true }),
      );
      expect((await Promise.all(shown)).map((each) => each.password)).toEqual(passwords);
    } finally {
      await restored.close();
    }
  });
});
