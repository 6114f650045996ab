import { expect, test } from "vitest";
import { deleteRemovedFiles } from "#files/delete-removed-files.ts";
import type { ReceivedFile } from "#files/private-files.ts";
import { recordManualPayment } from "#money/manual-payments/record-manual-payment.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { Database } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { type Actor, visitor } from "#policy/actor.ts";
import { orderDeliveries } from "#work/deliveries/delivery-list.ts";
import { deliverOrder } from "#work/deliveries/delivery-order.ts";
import { auditEntries } from "../../../tests/support/databases/audit-entries.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { personalRecords } from "../../../tests/support/databases/personal-records.ts";
import { inPieces, patternBytes } from "../../../tests/support/orders/private-files.ts";
import { ada, ben, openShop, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import {
  addOrderFile,
  findOrderFile,
  largestOrderBytes,
  listOrderFiles,
  receiveOrderFile,
  removeOrderFile,
} from "./order-files.ts";
import { personalOrderFiles } from "./personal-order-files.server.ts";

const minuteMs = 60_000;

async function openRoom(database: Database) {
  const shop = await openShop(database);
  const order = await placeOrder(shop, ada, orderForm);
  const payment = { amount: "149.00", date: "2026-11-20", reference: "Transfer 1", key: newId() };
  await recordManualPayment(shop, owner, order.id, payment);
  const receive = (actor: Actor, name = "report.bin", size = 10, orderId = order.id) =>
    receiveOrderFile(shop, actor, orderId, { name, bytes: inPieces(patternBytes(size)) });
  const add = async (actor: Actor, name?: string) =>
    addOrderFile(shop, actor, order.id, await receive(actor, name), newId());
  const names = async (actor: Actor) =>
    (await listOrderFiles(shop, actor, order.id)).files.map(({ name }) => name);
  /** Changes the stored size of a file, so that a test needs no large file. */
  const enlarge = (id: string, byteCount: number) =>
    database.write((tx) =>
      tx.updateTable("private_files").set({ byte_count: byteCount }).where("id", "=", id).execute(),
    );
  const cleanUp = async () => {
    while (await deleteRemovedFiles(shop));
  };
  const counts = async () => {
    const files = await database.read.selectFrom("private_files").select("id").execute();
    const parts = await database.read.selectFrom("private_file_parts").select("file_id").execute();
    return [files.length, parts.length];
  };
  return { shop, database, order, receive, add, names, enlarge, cleanUp, counts };
}

describeOnEachDatabase("The files of an order", (openDatabase) => {
  const open = async () => openRoom(await openDatabase());

  test("are seen by its customer and by admins; a customer sees no address of an admin", async () => {
    const { shop, order, add } = await open();
    const brief = await add(ada, "brief.pdf");
    shop.time.now += 1;
    await add(owner, "map.pdf");
    const forCustomer = await listOrderFiles(shop, ada, order.id);
    expect(forCustomer).toMatchObject({
      files: [
        { name: "brief.pdf", side: "customer", author: "", mayRemove: true },
        { name: "map.pdf", side: "team", author: "", mayRemove: false },
      ],
      byteCount: 20,
    });
    const forTeam = await listOrderFiles(shop, owner, order.id);
    expect(forTeam.files).toMatchObject([
      { author: "", mayRemove: true },
      { author: "own@example.com", mayRemove: true },
    ]);
    expect(await findOrderFile(shop, owner, order.id, brief.id)).toMatchObject({ byteCount: 10 });
  });

  test("are hidden from other customers, for whom the order is an unknown order", async () => {
    const { shop, order, add, receive } = await open();
    const { id } = await add(ada);
    const other = await placeOrder(shop, ben, orderForm);
    const unknown = await listOrderFiles(shop, ben, "unknown").catch((error) => error.message);
    const attempts = (actor: Actor) => [
      () => listOrderFiles(shop, actor, order.id),
      () => findOrderFile(shop, actor, order.id, id),
      () => receive(actor),
      () => removeOrderFile(shop, actor, order.id, id),
    ];
    for (const attempt of attempts(ben)) {
      await expect(attempt()).rejects.toMatchObject({ code: "not-found", message: unknown });
    }
    for (const attempt of attempts(visitor)) {
      await expect(attempt()).rejects.toMatchObject({ code: "unauthenticated" });
    }
    // A file is found under its own order only.
    for (const [actor, orderId] of [
      [ben, other.id],
      [owner, other.id],
      [owner, "x\u0000"],
    ] as const) {
      const reading = findOrderFile(shop, actor, orderId, id);
      await expect(reading).rejects.toMatchObject({ code: "not-found" });
      await expectRefused("not-found", removeOrderFile(shop, actor, orderId, id));
    }
    const received = receive(ben, "a", 1, other.id);
    // An order takes no files before the payment.
    await expect(received).rejects.toMatchObject({ code: "conflict" });
  });

  test("are invisible until they belong to the order, and another account cannot add them", async () => {
    const { shop, order, receive, names } = await open();
    const file = await receive(ada);
    expect(await names(owner)).toEqual([]);
    const reading = findOrderFile(shop, ada, order.id, file.id);
    await expect(reading).rejects.toMatchObject({ code: "not-found" });
    await expectRefused("conflict", addOrderFile(shop, owner, order.id, file, newId()));
    expect(await names(owner)).toEqual([]);
  });

  test("have at most 1 GB together, also when two uploads end at once", async () => {
    const { shop, order, add, receive, enlarge, names } = await open();
    const { id } = await add(ada, "large.zip");
    await enlarge(id, largestOrderBytes - 15);
    const files = [await receive(ada, "a"), await receive(owner, "b")] as const;
    const results = await Promise.allSettled([
      addOrderFile(shop, ada, order.id, files[0], newId()),
      addOrderFile(shop, owner, order.id, files[1], newId()),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = results.find((result) => result.status === "rejected");
    expect(refused?.reason).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("at most 1.0 GB together"),
    });
    expect(await names(ada)).toHaveLength(2);
    await enlarge(id, largestOrderBytes);
    await expect(receive(ada, "c")).rejects.toMatchObject({ code: "conflict" });
  });

  test("are added once for each idempotency key, and the repeated upload is removed", async () => {
    const { shop, order, receive, names, cleanUp, counts } = await open();
    const key = newId();
    const first = await addOrderFile(shop, ada, order.id, await receive(ada), key);
    const again = await addOrderFile(shop, ada, order.id, await receive(ada), key);
    expect(again.id).toBe(first.id);
    const other = await receive(ada, "other.pdf");
    await expectRefused("key-reused", addOrderFile(shop, ada, order.id, other, key));
    expect(await names(ada)).toEqual(["report.bin"]);
    shop.time.now += 31 * minuteMs;
    await cleanUp();
    expect(await counts()).toEqual([1, 1]);
  });

  test("are removed by their sender for 15 minutes, and by the team at any time, with an audit entry", async () => {
    const { shop, database, order, add, names, cleanUp, counts } = await open();
    const [one, two, three] = [await add(ada, "1"), await add(ada, "2"), await add(owner, "3")];
    const remove = (actor: Actor, id: string) => removeOrderFile(shop, actor, order.id, id);
    await expect(remove(ada, three.id)).rejects.toMatchObject({ code: "forbidden" });
    await remove(ada, one.id);
    await expect(remove(ada, one.id)).rejects.toMatchObject({ code: "not-found" });
    shop.time.now += 15 * minuteMs + 1;
    await expect(remove(ada, two.id)).rejects.toMatchObject({ code: "conflict" });
    expect(await names(ada)).toEqual(["2", "3"]);
    await remove(owner, two.id);
    const removals = (await auditEntries(database)).filter(
      ({ action }) => action === "Remove order file",
    );
    const before_json = JSON.stringify({ file: two.id });
    expect(removals).toMatchObject([{ before_json, after_json: "null" }]);
    await cleanUp();
    expect(await counts()).toEqual([1, 1]);
  });

  test("can prove a promised point of a delivery, which keeps the name of a removed file", async () => {
    const { shop, order, receive, add, names, cleanUp, counts } = await open();
    const { promised } = await orderDeliveries(shop, owner, order.id);
    const earlier = await add(ada, "brief.pdf");
    const key = newId();
    const deliver = (file: ReceivedFile) => {
      const points = promised.map(({ position }) => ({
        position,
        kind: "text",
        value: "Done.",
        ...(position === 1 && { kind: "file", value: file.id }),
        ...(position === 2 && { kind: "file", value: earlier.id }),
      }));
      const form = { text: "The survey", points, key };
      return deliverOrder(shop, owner, order.id, form, [file]);
    };
    const unknown = { ...(await receive(owner)), id: "unknown" };
    await expectRefused(
      "invalid",
      deliverOrder(shop, owner, order.id, {
        text: "The survey",
        key: newId(),
        points: promised.map(({ position }) => ({ position, kind: "file", value: unknown.id })),
      }),
    );
    const survey = await receive(owner, "survey.pdf");
    const made = await deliver(survey);
    const again = await deliver(await receive(owner, "survey.pdf"));
    expect(again.number).toBe(made.number);
    expect(await names(ada)).toEqual(["brief.pdf", "survey.pdf"]);
    const proofs = async () => (await orderDeliveries(shop, ada, order.id)).deliveries[0]?.points;
    expect((await proofs())?.slice(0, 3)).toMatchObject([
      { kind: "file", value: "survey.pdf", fileId: survey.id },
      { kind: "file", value: "brief.pdf", fileId: earlier.id },
      { kind: "text", value: "Done.", fileId: null },
    ]);
    await removeOrderFile(shop, owner, order.id, survey.id, "team");
    expect((await proofs())?.[0]).toMatchObject({ value: "survey.pdf", fileId: null });
    shop.time.now += 31 * minuteMs;
    await cleanUp();
    expect(await counts()).toEqual([1, 1]);
  });

  test("are in the customer's download of personal data, and are deleted with the account", async () => {
    const { database, add, receive, cleanUp, counts } = await open();
    await add(ada, "brief.pdf");
    await add(owner, "map.pdf");
    await receive(ada, "unfinished");
    const person = { accountId: "account-ada", email: "ada@example.com", emailVerified: true };
    const records = await personalRecords(database, personalOrderFiles);
    expect(records).toMatchObject([
      { name: "brief.pdf", from: "customer", bytes: 10, kind: "File" },
      { name: "map.pdf", from: "team" },
    ]);
    await database.write((tx) => personalOrderFiles.forget(tx, person));
    await cleanUp();
    expect(await counts()).toEqual([0, 0]);
  });
});
