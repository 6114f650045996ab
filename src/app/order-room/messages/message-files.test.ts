import { expect, test } from "vitest";
import { runIntent } from "#app/intents.server.ts";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import type { Services } from "#compose.ts";
import { listOrderFiles } from "#conversation/files/order-files.ts";
import { readOrderMessages } from "#conversation/messages/read-order-messages.ts";
import { deleteRemovedFiles, unfinishedMs } from "#files/delete-removed-files.ts";
import { receiveFile } from "#files/receive-file.ts";
import type { Database } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import type { SignedInActor } from "#policy/actor.ts";
import { describeStore } from "../../../../tests/support/databases/databases.ts";
import { orderIn } from "../../../../tests/support/orders/order-in-stage.ts";
import { inPieces, patternBytes } from "../../../../tests/support/orders/private-files.ts";
import { ada, ben } from "../../../../tests/support/orders/shop.ts";
import { customerMessages } from "./messages-part.server.ts";

const text = "See the map. Password: barley99";

async function openRoom(database: Database) {
  const { shop, id } = await orderIn("paid", database);
  const receive = async (name: string, accountId = "account-ada") => ({
    field: "files",
    file: await receiveFile(shop, {
      name,
      accountId,
      bytes: inPieces(patternBytes(9)),
      beginning: async () => {},
    }),
  });
  /** The state of the refused form; null when the message was sent. */
  async function send(
    values: Record<string, string>,
    files: Awaited<ReturnType<typeof receive>>[],
  ) {
    const sent = {
      services: shop as unknown as Services,
      actor: ada as SignedInActor,
      orderId: id,
      files,
      sentFiles: files.length,
      refusal: null,
      keepTyped: () => {},
    };
    const answer = await runIntent(customerMessages.intents, sent, {
      intent: "message",
      ...values,
    });
    return answer instanceof Response ? null : (answer.data as ActionResult);
  }
  const names = async () =>
    (await listOrderFiles(shop, ada, id)).files.map(({ name }) => name).toSorted();
  const texts = async () =>
    (await readOrderMessages(shop, ada, id)).messages.map((one) => one.text);
  return { shop, receive, send, names, texts };
}

describeStore("The files of a message with a password", (openDatabase) => {
  const open = async () => openRoom(await openDatabase());

  test("stay stored while the customer is asked about the password, and are sent only once", async () => {
    const { receive, send, names, texts } = await open();
    const key = newId();
    const asked = await send({ text, key }, [await receive("map.pdf"), await receive("a.pdf")]);
    expect(asked?.errors).toHaveProperty("foundPasswords");
    expect(asked?.errors).not.toHaveProperty("files");
    expect(asked?.values).toMatchObject({ text, waitingNames: "map.pdf, a.pdf" });
    expect(await names()).toEqual([]);
    const answer = { ...asked?.values, foundPasswords: "move" };
    const added = await receive("more.pdf");
    expect(await send(answer, [added])).toBeNull();
    expect(await names()).toEqual(["a.pdf", "map.pdf", "more.pdf"]);
    // Sending the same form again, as a double click does, removes no file of the message.
    expect(await send(answer, [await receive("more.pdf")])).toBeNull();
    expect(await names()).toEqual(["a.pdf", "map.pdf", "more.pdf"]);
    expect(await texts()).toEqual(["See the map. Password: (moved to the passwords)"]);
  });

  test("must be chosen again after half an hour, or if another account has sent them", async () => {
    const { shop, receive, send, names, texts } = await open();
    const theirs = await receive("theirs.pdf", (ben as SignedInActor).accountId);
    const asked = await send({ text, key: newId() }, [await receive("map.pdf")]);
    shop.time.now += unfinishedMs;
    while (await deleteRemovedFiles(shop));
    for (const waitingFiles of [asked?.values.waitingFiles ?? "", theirs.file.id, "x\u0000"]) {
      const refused = await send({ ...asked?.values, foundPasswords: "send", waitingFiles }, []);
      expect(refused?.notice).toContain("The files are no longer here.");
      expect(refused?.errors).toHaveProperty("files");
      expect(refused?.values).toMatchObject({ text });
      expect(refused?.values).not.toHaveProperty("waitingFiles");
    }
    expect([await names(), await texts()]).toEqual([[], []]);
  });
});
