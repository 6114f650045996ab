import { expect, test } from "vitest";
import { lookOf } from "#look/look.ts";
import { olga, openContent } from "../../tests/support/content.ts";
import { describeStore } from "../../tests/support/databases/databases.ts";
import { openMailServer } from "../../tests/support/mail/mail-server.ts";
import { postFor } from "../../tests/support/mail/post.ts";
import { readyServer } from "../../tests/support/mail/ready-server.ts";
import { waitFor } from "../../tests/support/wait-for.ts";
import { emailTemplates } from "../content/emails/email-templates.ts";
import { deleteRecord, updateRecord } from "../content/records/save-block.ts";
import type { Database } from "../platform/database/database.ts";
import { createLog } from "../platform/metrics/log.ts";
import { queueEmail } from "./queue-email.server.ts";
import { startMailWorker } from "./sending/send-mail.ts";
import { htmlInRow, htmlOf } from "./templates/email-html.ts";

const values = {
  customerName: "Ada",
  customerEmail: "ada@example.com",
  orderNumber: "7",
  plan: "Basic",
  amount: "$100.00",
};
const placed = { name: "orderPlaced", recipient: "ada@example.com", values, path: "/o/7" } as const;
const placedOwner = { name: "orderPlacedOwner", values, path: "/o/7" } as const;

const postTo = (ownerEmail: string | undefined) =>
  postFor({ publicUrl: "https://furrow.example", ownerEmail, clock: () => 5 });

const outbox = (database: Database) =>
  database.read.selectFrom("mail_outbox").selectAll().orderBy("id").execute();

describeStore("An email from a template", (openDatabase) => {
  async function open() {
    const database = await openDatabase();
    const content = await openContent(database);
    const send = (toSend: Parameters<typeof queueEmail>[2], owner?: string) =>
      database.write((tx) => queueEmail(tx, postTo(owner), toSend));
    async function edit(change: Record<string, string>) {
      const { block } = emailTemplates.orderPlaced;
      const { _id, values: words } = await content.first(block);
      await updateRecord(content, olga, block, _id, { ...words, ...change });
    }
    return { ...content, database, send, edit };
  }

  test("contains its values, facts and the site's footer, and is queued at once", async () => {
    const { database, send } = await open();
    await send({ ...placed, facts: [["Plan", "Basic"]], about: "order-7" });
    const [mail] = await outbox(database);
    expect(mail).toMatchObject({
      recipient: "ada@example.com",
      subject: "Your order 7 is placed",
      letter: "orderPlaced",
      about: "order-7",
      state: "waiting",
      created_at: 5,
    });
    expect(mail?.text_body).toContain("Thank you, Ada. We have your order for the Basic plan.");
    expect(mail?.text_body).toContain("\nhttps://furrow.example/o/7\n");
    expect(mail?.text_body).toContain("\u00A9 Furrow. Grown by hand.\nThe Old Seed Store");
    expect(mail?.text_body).toContain("because you or your company placed an order");
    expect(mail && htmlOf({ html: htmlInRow(mail) }, lookOf(undefined))).toContain("Basic</td>");
  });

  test("to the owner uses OWNER_EMAIL, or else the address in the panel, and is not queued without an address", async () => {
    const { database, send } = await open();
    await send(placedOwner);
    expect(await outbox(database)).toEqual([]);
    const row = { value: JSON.stringify("panel@example.com"), revision: 1, changed_at: 1 };
    await database.write((tx) =>
      tx
        .insertInto("settings")
        .values({ ...row, name: "ownerAddress", changed_by: "test" })
        .execute(),
    );
    await send(placedOwner);
    expect((await outbox(database)).map(({ recipient }) => recipient)).toEqual([
      "panel@example.com",
    ]);
    await database.write((tx) => tx.deleteFrom("mail_outbox").execute());
    await send(placedOwner, "owner@example.com");
    expect((await outbox(database)).map(({ recipient }) => recipient)).toEqual([
      "owner@example.com",
    ]);
  });

  test("is not sent while its template is switched off", async () => {
    const { database, send, edit } = await open();
    await edit({ isSent: "Not sent" });
    await send(placed);
    expect(await outbox(database)).toEqual([]);
    await edit({ isSent: "Sent" });
    await send(placed);
    expect(await outbox(database)).toHaveLength(1);
  });

  test("has the owner's texts, or the default texts while the owner's are in the trash", async () => {
    const { database, send, edit, first, ...deps } = await open();
    await edit({
      subject: "Hello {customerName}",
      words: "One.\n\nTwo {plan}.",
      buttonText: "Pay {amount}",
    });
    await send(placed);
    const { block } = emailTemplates.orderPlaced;
    await deleteRecord({ ...deps, database }, olga, block, (await first(block))._id);
    await send(placed);
    const [edited, seeded] = await outbox(database);
    expect(edited?.subject).toBe("Hello Ada");
    expect(edited?.text_body).toMatch(/^One\.\n\nTwo Basic\.\n\nPay \$100\.00:\n/);
    expect(seeded?.subject).toBe("Your order 7 is placed");
  });

  test("shows the customer's name literally, and in one line of the header", async () => {
    const { database, send, edit } = await open();
    await edit({ subject: "To {customerName}", words: "Dear {customerName}." });
    for (const customerName of ["{amount}", "$&", "$1$`", "{constructor}", "<b>Ada</b>"]) {
      await send({ ...placed, values: { ...values, customerName } });
      const mail = (await outbox(database)).at(-1);
      expect(mail?.subject).toBe(`To ${customerName}`);
      expect(mail?.text_body).toContain(`Dear ${customerName}.`);
      expect(mail && htmlOf({ html: htmlInRow(mail) }, lookOf(undefined))).not.toContain("<b>");
    }
    const customerName = "Ada\r\nBcc: eve@example.com\r\n\r\nHello";
    await send({ ...placed, values: { ...values, customerName } });
    expect((await outbox(database)).at(-1)?.subject).toBe("To Ada Bcc: eve@example.com Hello");
  });

  test("has the headers for unsubscribing, for replies and against automatic replies", async () => {
    const { database, send } = await open();
    const server = await openMailServer();
    await send({
      ...placed,
      replyTo: "hello@furrow.example",
      unsubscribeUrl: "https://furrow.example/unsubscribe?token=1",
    });
    const confirmation = {
      name: "messageReceived",
      recipient: "ann@example.com",
      values: { senderName: "Ann", answerTime: "today", message: "Hello" },
      path: "/",
    } as const;
    await database.write((tx) => queueEmail(tx, postTo(undefined), confirmation));
    const worker = startMailWorker({
      database,
      clock: () => 1000,
      log: createLog("silent"),
      publicUrl: "https://furrow.example",
      readServer: readyServer(server.url),
    });
    await waitFor(() => expect(server.deliveries).toHaveLength(2));
    await worker.stop();
    await server.close();
    const [header = "", reply = ""] = server.deliveries.map(
      ({ text }) => text.split("\r\n\r\n")[0] ?? "",
    );
    expect(header).toMatch(
      /^List-Unsubscribe: <https:\/\/furrow\.example\/unsubscribe\?token=1>\r?$/m,
    );
    expect(header).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
    expect(header).toMatch(/^Reply-To: hello@furrow\.example\r?$/m);
    expect(header).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
    expect(reply).toMatch(/^Auto-Submitted: auto-replied\r?$/m);
    expect(reply).toMatch(/^Precedence: auto_reply\r?$/m);
    expect(reply).toMatch(/^X-Auto-Response-Suppress: All\r?$/m);
  });
});
