import { expect, test } from "vitest";
import type { Services } from "#compose.ts";
import { addOrderFile, receiveOrderFile } from "#conversation/files/order-files.ts";
import { sendOrderMessage } from "#conversation/messages/send-order-message.ts";
import { findOrder } from "#orders/find-order.ts";
import { newId } from "#platform/ids.ts";
import type { SignedInActor } from "#policy/actor.ts";
import { describeOnEachDatabase } from "../../../../tests/support/databases/databases.ts";
import { paidOrder } from "../../../../tests/support/orders/delivered-order.ts";
import { inPieces, patternBytes } from "../../../../tests/support/orders/private-files.ts";
import { ada } from "../../../../tests/support/orders/shop.ts";
import { filesView } from "./files-part.server.ts";

describeOnEachDatabase("The page of an order with 26 files", (openDatabase) => {
  test("lists the newest 20 files, or all on request, and shows older files with their messages", async () => {
    const { shop, id } = await paidOrder(await openDatabase());
    const receive = (name: string) =>
      receiveOrderFile(shop, ada, id, { name, bytes: inPieces(patternBytes(9)) });
    const text = { text: "The plan", key: newId() };
    const sent = [await receive("file 0")];
    const message = await sendOrderMessage(shop, ada, id, text, "customer", sent);
    for (let number = 1; number <= 25; number++) {
      shop.time.now += 1000;
      await addOrderFile(shop, ada, id, await receive(`file ${number}`), newId());
    }
    const order = await findOrder(shop, ada, id);
    const rowsOf = (messages: readonly { readonly id: string }[], listsAll: boolean) =>
      filesView(shop as unknown as Services, ada as SignedInActor, order, {
        reader: { timeZone: "UTC" },
        side: "customer",
        messages,
        listsAll,
      });
    const names = (from: number, to: number) =>
      Array.from({ length: from - to + 1 }, (_, index) => `file ${from - index}`);

    const newest = await rowsOf([message], false);
    expect(newest.listed.map(({ name }) => name)).toEqual(names(25, 6));
    expect([newest.used, newest.toAll]).toEqual([
      "26 files, 234 bytes of 1.0 GB",
      "Show all 26 files",
    ]);
    expect(newest.withMessages).toMatchObject([{ name: "file 0", messageId: message.id }]);

    const all = await rowsOf([], true);
    expect(all.listed.map(({ name }) => name)).toEqual(names(25, 0));
    expect([all.toAll, all.withMessages]).toEqual(["", []]);
  });
});
