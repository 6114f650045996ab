import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { briefQuestions } from "#content/blocks/brief-questions.ts";
import { insertRecord } from "#content/records/record-writes.server.ts";
import { listOrderFiles } from "#conversation/files/order-files.ts";
import { editOrderMessage } from "#conversation/messages/edit-order-message.ts";
import { sendOrderMessage } from "#conversation/messages/send-order-message.ts";
import { versionOf } from "#conversation/order-message.ts";
import { addOrderPassword } from "#conversation/passwords/add-order-password.ts";
import { listOrderPasswords } from "#conversation/passwords/list-order-passwords.ts";
import { showOrderPassword } from "#conversation/passwords/show-order-password.ts";
import { fileResponse } from "#files/file-response.ts";
import { recordManualPayment } from "#money/manual-payments/record-manual-payment.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { type Database, inSnapshot, openDatabase as openAt } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { system } from "#policy/actor.ts";
import { prepareDatabase as prepare } from "#server/open-database.ts";
import { orderBrief } from "#work/brief/read-order-brief.ts";
import { saveBriefAnswers } from "#work/brief/save-order-brief.ts";
import { askForChanges } from "#work/deliveries/delivery-answers.ts";
import { deliverOrder } from "#work/deliveries/delivery-order.ts";
import { addressOf } from "../../../tests/support/databases/address-of.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { changes, proofs } from "../../../tests/support/orders/order-in-stage.ts";
import {
  bytesOf,
  openFileStore,
  patternBytes,
  received,
} from "../../../tests/support/orders/private-files.ts";
import { ada, openShop, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { openS3Server, type S3Server } from "../../../tests/support/servers/s3-server.ts";
import { backUp } from "./back-up.ts";
import { restore } from "./restore.ts";

let s3: S3Server;
let elsewhere: string;
beforeAll(async () => {
  s3 = await openS3Server();
  elsewhere = await mkdtemp(join(tmpdir(), "furrow-room-"));
});
afterAll(async () => {
  await s3.close();
  await rm(elsewhere, { recursive: true, force: true });
});

/** Names of the files in and below a directory that contain a text. */
async function filesWith(text: string, directory: string): Promise<string[]> {
  const files = await readdir(directory, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const file of files.filter((each) => each.isFile())) {
    const bytes = await readFile(join(file.parentPath, file.name));
    if (bytes.includes(text) || bytes.includes(Buffer.from(text, "utf16le"))) found.push(file.name);
  }
  return found;
}

/** Rows of all tables about the work on orders, as texts that are equal on both engines. */
async function roomRows({ read, libraryHandle }: Database) {
  const tables = await libraryHandle.introspection.getTables();
  const names = tables.map(({ name }) => name).filter((name) => /^(order|private)_/.test(name));
  const found = new Map<string, readonly string[]>();
  for (const name of names.toSorted()) {
    const rows = await read
      .selectFrom(name as "orders")
      .selectAll()
      .execute();
    const texts = rows.map((row) =>
      JSON.stringify(
        Object.entries(row)
          .map(([column, value]) => [
            column,
            (value as unknown) instanceof Uint8Array
              ? Buffer.from(value as unknown as Uint8Array).toString("base64")
              : value,
          ])
          .toSorted(),
      ),
    );
    found.set(name, texts.toSorted());
  }
  return found;
}

describeOnEachDatabase("The room of an order", (openDatabase) => {
  test("is restored from a backup byte for byte; its passwords are ciphertext everywhere and cannot be read with another SECRET", async () => {
    const database = await openDatabase();
    await prepare(database);
    const opened = await openShop(database);
    const { bucket } = openFileStore(database, s3.url);
    const shop = { ...opened, bucket };
    const by = { actor: system, author: "test", at: shop.clock() };
    await database.write(async (tx) => {
      for (const question of briefQuestions.seed) {
        await insertRecord(tx, briefQuestions, question, by);
      }
    });
    const { id } = await placeOrder(shop, ada, orderForm);
    const payment = { amount: "149.00", date: "2026-11-20", reference: "Transfer", key: newId() };
    await recordManualPayment(shop, owner, id, payment);
    const asked = (await orderBrief(shop, ada, id))?.questions ?? [];
    const website = asked.find(({ question }) => question === "Which website should we work on?");
    if (website === undefined) throw new Error("The brief does not ask for the website.");
    await saveBriefAnswers(shop, ada, id, {
      answers: { [website.id]: "https://example.com" },
      versions: { [website.id]: website.version },
    });
    const sizes = { "database.bin": 1_000_007, "bucket.bin": 1_000_009 };
    for (const [name, size] of Object.entries(sizes)) {
      const place = name === "bucket.bin" ? shop : opened;
      const file = await received(place, patternBytes(size), { name });
      const form = { text: `With ${name}`, key: newId() };
      const message = await sendOrderMessage(place, ada, id, form, undefined, [file]);
      const edit = { text: `Edited: ${name}`, version: versionOf(message) };
      await editOrderMessage(shop, ada, id, message.id, edit);
    }
    await deliverOrder(shop, owner, id, { text: "All is sown.", points: proofs, key: newId() });
    await askForChanges(shop, ada, id, 1, { ...changes, key: newId() });
    await sendOrderMessage(shop, owner, id, { text: "Which titles?", asks: true, key: newId() });
    const password = { label: "WordPress", password: "quincebarley", key: newId() };
    const { id: passwordId } = await addOrderPassword(shop, ada, id, password);
    const found = { text: "Password: quincebarley7", foundPasswords: "move", key: newId() };
    await sendOrderMessage(shop, ada, id, found);
    await showOrderPassword(shop, owner, id, passwordId, { confirmed: true });

    const tables = await database.libraryHandle.introspection.getTables();
    await inSnapshot(database, async (read) => {
      for (const { name } of tables) {
        const rows = await read
          .selectFrom(name as "orders")
          .selectAll()
          .execute();
        expect(JSON.stringify(rows), name).not.toContain("quincebarley");
      }
    });
    const before = await roomRows(database);
    const directory = await mkdtemp(join(elsewhere, "backups-"));
    const address = await addressOf(database);
    const { secret } = shop;
    const made = await backUp({
      address,
      secret,
      directory,
      kind: "backup",
      prepare,
      now: Date.now(),
    });
    // The directory of an SQLite file also contains its write-ahead log.
    const places = address.engine === "sqlite" ? [directory, dirname(address.file)] : [directory];
    for (const place of places) expect(await filesWith("quincebarley", place)).toEqual([]);
    const file = made.file.includes("/") ? made.file : join(directory, made.file);

    async function restored(environmentSecret?: string) {
      const dataDirectory = await mkdtemp(join(elsewhere, "data-"));
      const said: string[] = [];
      await restore({
        file,
        dataDirectory,
        databaseUrl: undefined,
        bucket,
        environmentSecret,
        prepare,
        say: (sentence) => void said.push(sentence),
      });
      const there = openAt({ engine: "sqlite", file: join(dataDirectory, "furrow.db") });
      return { there, said };
    }

    const own = await restored();
    try {
      const there = { ...shop, database: own.there };
      const after = await roomRows(own.there);
      for (const [table, rows] of before) expect(after.get(table), table).toEqual(rows);
      for (const table of ["messages", "files", "deliveries", "brief_answers", "passwords"]) {
        expect(before.get(`order_${table}`), table).not.toEqual([]);
      }
      for (const stored of (await listOrderFiles(there, ada, id)).files) {
        const request = new Request("http://localhost/file");
        const bytes = await bytesOf(await fileResponse(there, stored, request));
        const sent = patternBytes(sizes[stored.name as keyof typeof sizes]);
        expect(Buffer.from(bytes).equals(sent), stored.name).toBe(true);
      }
      const listed = await listOrderPasswords(there, owner, id);
      const shown = listed.passwords.map((each) =>
        showOrderPassword(there, owner, id, each.id, { confirmed: true }),
      );
      expect((await Promise.all(shown)).map((each) => each.password)).toEqual([
        "quincebarley",
        "quincebarley7",
      ]);
      expect(own.said).toEqual(["Checked: 1 files of orders in the bucket."]);
    } finally {
      await own.there.close();
    }

    const other = "another secret of thirty-two characters";
    const moved = await restored(other);
    try {
      expect(moved.said).toContainEqual(
        expect.stringContaining("2 passwords of orders can no longer be read"),
      );
      const there = { ...shop, database: moved.there, secret: other };
      const { passwords } = await listOrderPasswords(there, owner, id);
      expect(passwords.map(({ isReadable }) => isReadable)).toEqual([false, false]);
      expect((await roomRows(moved.there)).get("order_messages")).toEqual(
        before.get("order_messages"),
      );
    } finally {
      await moved.there.close();
    }
  });
});
