import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { briefQuestions } from "#content/blocks/brief-questions.ts";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { emailTemplates } from "#content/emails/email-templates.ts";
import { insertRecord } from "#content/records/record-writes.server.ts";
import { briefReminderJob } from "#conversation/news/end-reminders.server.ts";
import { orderNewsJob } from "#conversation/news/order-news.server.ts";
import { replyReferences } from "#conversation/news/reply-address.ts";
import { deleteRemovedFiles, unfinishedMs } from "#files/delete-removed-files.ts";
import { checkLedger } from "#maintenance/ledger-checks/check-ledger.ts";
import { recordManualPayment } from "#money/manual-payments/record-manual-payment.ts";
import type { Order } from "#orders/order.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { type DatabaseAddress, inSnapshot, openDatabase } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { dayOf } from "#platform/time/dates.ts";
import { system } from "#policy/actor.ts";
import { requireSignedIn } from "#policy/rights.ts";
import { acceptanceJob, reminderJob } from "#work/deliveries/delivery-record.server.ts";
import { openImapServer } from "../support/mail/imap-server.ts";
import { sampleMail } from "../support/mail/sample-mails.ts";
import { proofs } from "../support/orders/order-in-stage.ts";
import { multipart } from "../support/orders/private-files.ts";
import { ada, orderForm, owner } from "../support/orders/shop.ts";
import { damage } from "./half-done.ts";
import { type RoomSettings, replyAddress, roomOver } from "./room-over.ts";

export type Action = "upload" | "delivery" | "email";

export interface RoomRequest {
  readonly action: Action;
  /** Unique text of the message, the delivery or the email. */
  readonly mark: string;
  readonly path: string;
  readonly body: Uint8Array;
  readonly type: string;
}

export type TorturedRoom = Awaited<ReturnType<typeof openTorturedRoom>>;

/** A file of this size has several parts, so that a kill can come between two parts. */
const fileBytes = 1_200_000;

/**
 * Orders whose rooms are served by other processes, which tests kill. The mailbox that those
 * processes read is in this process.
 */
export async function openTorturedRoom(address: DatabaseAddress) {
  const database = openDatabase(address);
  const mailbox = await openImapServer();
  const room = roomOver(database);
  const by = { actor: system, author: "test", at: 0 };
  await database.write(async (tx) => {
    for (const plan of pricingPackages.seed) await insertRecord(tx, pricingPackages, plan, by);
    for (const question of briefQuestions.seed) {
      await insertRecord(tx, briefQuestions, question, by);
    }
  });
  const hashes = new Map<string, string>();
  const emailMarks: string[] = [];
  const rooms: { readonly talk: string; readonly delivered: string }[] = [];

  async function paidOrder(): Promise<Order> {
    const order = await placeOrder(room, ada, orderForm);
    const date = dayOf(Date.now(), "UTC");
    const payment = { amount: "149.00", date, reference: "Transfer", key: `paid-${order.id}` };
    const payments = { through: () => undefined };
    await recordManualPayment({ ...room, payments }, owner, order.id, payment);
    return order;
  }

  async function withFile(
    action: Action,
    order: Order,
    fields: (mark: string) => [string, string][],
  ) {
    const mark = `mark-${newId()}`;
    const content = randomBytes(fileBytes);
    hashes.set(`${mark}.bin`, createHash("sha256").update(content).digest("hex"));
    const file = new File([content], `${mark}.bin`);
    const { bytes: body, type } = await multipart([...fields(mark), ["files", file]]);
    const path = `/${action === "upload" ? "message" : "deliver"}?order=${order.id}`;
    return { action, mark, path, body, type };
  }

  function email(order: Order) {
    const mark = `mark-${newId()}`;
    const { replyTo = "" } = replyReferences(
      { ...room, replyAddress },
      order,
      "customer",
      requireSignedIn(ada),
    );
    return { mark, body: sampleMail({ to: replyTo, body: mark }) };
  }

  return {
    database,
    mailbox,
    settings: { address, imapUrl: mailbox.url } satisfies RoomSettings,
    /**
     * Requests about two new orders, and two emails in the mailbox. One order has an open brief,
     * messages and emails, the other is delivered.
     */
    async newRequests(): Promise<readonly RoomRequest[]> {
      const [talk, delivered] = [await paidOrder(), await paidOrder()];
      rooms.push({ talk: talk.id, delivered: delivered.id });
      for (let count = 0; count < 2; count++) {
        const { mark, body: source } = email(talk);
        emailMarks.push(mark);
        mailbox.emails.push({ source, isSeen: false });
      }
      const { mark, body } = email(talk);
      const points = proofs.slice(1);
      const upload = (mark: string): [string, string][] => [
        ["text", mark],
        ["key", mark],
      ];
      const delivery = (mark: string): [string, string][] => [
        ["delivery", JSON.stringify({ text: mark, key: mark, points })],
      ];
      return [
        await withFile("upload", talk, upload),
        await withFile("upload", talk, upload),
        await withFile("delivery", delivered, delivery),
        { action: "email", mark, path: "/mail", body, type: "message/rfc822" },
      ];
    },
    /** Makes the scheduled jobs due, but the acceptance of a delivery only after its reminder. */
    async makeDue(): Promise<void> {
      await database.write(async (tx) => {
        await tx
          .updateTable("scheduled_jobs")
          .set({ due_at: 0 })
          .where("kind", "in", [briefReminderJob, orderNewsJob, reminderJob])
          .execute();
        await tx
          .updateTable("scheduled_jobs")
          .set({ due_at: 0 })
          .where("kind", "=", acceptanceJob)
          .where("subject", "not in", (jobs) =>
            jobs.selectFrom("scheduled_jobs").select("subject").where("kind", "=", reminderJob),
          )
          .execute();
      });
    },
    /** Number of jobs that a process has begun and not finished. */
    async countBegunJobs(): Promise<number> {
      const { rows } = await sql<{ found: number }>`
        select count(*) as found from scheduled_jobs where leased_until > 0
      `.execute(database.read);
      return Number(rows[0]?.found);
    },
    /** Number of emails of the mailbox that are stored, and not marked as seen yet. */
    async countUnmarkedEmails(): Promise<number> {
      const unseen = emailMarks.filter((_, index) => mailbox.emails[index]?.isSeen === false);
      if (unseen.length === 0) return 0;
      const stored = await database.read
        .selectFrom("incoming_mails")
        .select("text")
        .where("text", "in", unseen)
        .execute();
      return stored.length;
    },
    async countJobs(): Promise<number> {
      const { rows } = await sql<{
        found: number;
      }>`select count(*) as found from scheduled_jobs`.execute(database.read);
      return Number(rows[0]?.found);
    },
    /** Describes each fault, such as a request or an email without exactly one effect. */
    async faults(requests: readonly RoomRequest[]): Promise<readonly string[]> {
      const later = () => Date.now() + unfinishedMs;
      while (await deleteRemovedFiles({ ...room, clock: later }));
      const { differences } = await inSnapshot(database, checkLedger);
      const unread = mailbox.emails.filter(({ isSeen }) => !isSeen).length;
      return [
        ...differences,
        ...(await damage(database)),
        ...(unread === 0 ? [] : [`${unread} emails of the mailbox are not marked as seen.`]),
        ...(await faultsOfTexts(requests)),
        ...(await faultsOfFiles()),
        ...(await faultsOfLetters()),
      ];
    },
    async close() {
      await database.close();
      await mailbox.close();
    },
  };

  async function faultsOfTexts(requests: readonly RoomRequest[]): Promise<readonly string[]> {
    const messages = await database.read.selectFrom("order_messages").select("text").execute();
    const deliveries = await database.read.selectFrom("order_deliveries").select("text").execute();
    const mails = await database.read
      .selectFrom("mail_outbox")
      .select("text_body")
      .where("letter", "in", ["orderMessageOwner", "orderNewsOwner"])
      .execute();
    const told = mails.flatMap(
      ({ text_body }) => text_body.match(/mark-[\da-f-]{36}(?!\.bin)/g) ?? [],
    );
    const marksOf = (...actions: readonly Action[]) =>
      requests.filter(({ action }) => actions.includes(action)).map(({ mark }) => mark);
    const written = [...marksOf("upload", "email"), ...emailMarks];
    const texts = (rows: readonly { readonly text: string }[]) => rows.map(({ text }) => text);
    return [
      ...notOnce("message", written, texts(messages)),
      ...notOnce("delivery", marksOf("delivery"), texts(deliveries)),
      ...notOnce("email to the owner", written, told),
    ];
  }

  async function faultsOfFiles(): Promise<readonly string[]> {
    const files = await database.read
      .selectFrom("private_files")
      .leftJoin("order_files", "order_files.file_id", "private_files.id")
      .select(["id", "name", "state", "content_hash", "order_id"])
      .execute();
    const faults = notOnce(
      "file",
      [...hashes.keys()],
      files.map(({ name }) => name),
    );
    for (const { id, name, state, content_hash, order_id } of files) {
      if (state !== "stored" || order_id === null) faults.push(`The file ${name} is left over.`);
      const hash = createHash("sha256");
      const parts = await database.read
        .selectFrom("private_file_parts")
        .select("bytes")
        .where("file_id", "=", id)
        .orderBy("position")
        .execute();
      for (const { bytes } of parts) hash.update(bytes);
      const found = hash.digest("hex");
      if (found !== hashes.get(name) || found !== content_hash) {
        faults.push(`The bytes of ${name} are not those that were sent.`);
      }
    }
    const { rows } = await sql<{ found: number }>`select count(*) as found
      from private_file_parts where file_id not in (select id from private_files)`.execute(
      database.read,
    );
    if (Number(rows[0]?.found) > 0) faults.push("There are parts without a file.");
    return faults;
  }

  /**
   * Checks that each delivery has its four emails and each open brief its three reminders. Also
   * counts emails that were combined into one email, because the text of that email contains the
   * subject of each.
   */
  async function faultsOfLetters(): Promise<readonly string[]> {
    const rows = await database.read
      .selectFrom("mail_outbox")
      .select(["about", "letter", "text_body"])
      .execute();
    const lettersOf = Map.groupBy(rows, ({ about }) => about);
    const count = (order: string, wanted: keyof typeof emailTemplates) => {
      const letters = lettersOf.get(order) ?? [];
      const { subject = "" } = emailTemplates[wanted].block.seed[0] ?? {};
      const line = new RegExp(`^${subject.replace("?", "\\?").replace(/\{\w+\}/, "\\d+")}$`);
      const together = letters
        .filter(({ letter }) => letter === "orderNews" || letter === "orderNewsOwner")
        .flatMap(({ text_body }) => text_body.split("\n"))
        .filter((text) => line.test(text));
      return letters.filter(({ letter }) => letter === wanted).length + together.length;
    };
    const faults: string[] = [];
    const expectCount = (order: string, letter: keyof typeof emailTemplates, wanted: number) => {
      const found = count(order, letter);
      if (found !== wanted) faults.push(`Order ${order} has ${found} emails "${letter}".`);
    };
    for (const { talk, delivered } of rooms) {
      expectCount(delivered, "orderDelivered", 1);
      expectCount(delivered, "deliveryReminder", 1);
      expectCount(delivered, "deliveryAcceptedOwner", 1);
      expectCount(delivered, "orderComplete", 1);
      expectCount(talk, "briefReminder", 3);
    }
    return faults;
  }
}

function notOnce(what: string, wanted: readonly string[], found: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of found) counts.set(text, (counts.get(text) ?? 0) + 1);
  return wanted
    .filter((mark) => counts.get(mark) !== 1)
    .map((mark) => `There are ${counts.get(mark) ?? 0} of the ${what} "${mark}".`);
}
