import { judgeReplies } from "#conversation/mail/judge-reply.ts";
import { readOrderMessages } from "#conversation/messages/read-order-messages.ts";
import { sendOrderMessage } from "#conversation/messages/send-order-message.ts";
import { orderNewsJobs } from "#conversation/news/order-news.server.ts";
import { receiveMail } from "#mail/incoming/receive-mail.ts";
import { recordManualPayment } from "#money/manual-payments/record-manual-payment.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { Database } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { runDueJob } from "#platform/schedule/scheduled-jobs.server.ts";
import { requireSignedIn } from "#policy/rights.ts";
import { ada, ben, openShop, orderForm, owner } from "../orders/shop.ts";
import { sampleMail } from "./sample-mails.ts";

export const replyAddress = "reply@example.org";
const hourMs = 60 * 60_000;

/** An order of Ada whose emails can be answered by mail, on a site of `owner`. */
export async function openReplies(database: Database) {
  const opened = await openShop(database);
  const { accountId, email: ownAddress } = requireSignedIn(owner);
  const readTeam = async () => [{ accountId, email: ownAddress, role: "Admin" as const }];
  const shop = { ...opened, post: { ...opened.post, replyAddress, readTeam } };
  const settings = { authservId: undefined as string | undefined, rateLimitFactor: 1 };
  const people = new Map(
    [ada, ben, owner].map((actor) => [requireSignedIn(actor).email, requireSignedIn(actor)]),
  );
  const judgeMail = judgeReplies({
    ...shop,
    configuration: settings,
    replyAddress,
    findSender: async (_tx, email) => people.get(email.toLowerCase()),
    readOwnSender: async () => "shop@example.org",
    readAuthservId: async () => settings.authservId,
  });
  const place = async (customer = ada) => {
    const order = await placeOrder(shop, customer, orderForm);
    const payment = { amount: "149.00", date: "2026-11-20", reference: newId(), key: newId() };
    await recordManualPayment(shop, owner, order.id, payment);
    return order;
  };
  const order = await place();
  const handlers = orderNewsJobs(shop.post);
  const emails = () =>
    database.read
      .selectFrom("mail_outbox")
      .select(["id", "recipient", "reply_to", "thread", "text_body", "letter"])
      .where("letter", "in", ["orderMessage", "orderMessageOwner"])
      .orderBy("id")
      .execute();
  /** Writes a message and returns the email about it. */
  const emailAbout = async (actor = owner, orderId = order.id) => {
    await sendOrderMessage(shop, actor, orderId, { text: "Which address?", key: newId() });
    shop.time.now += hourMs;
    while (await runDueJob({ ...shop, handlers }));
    const email = (await emails()).at(-1);
    if (email?.reply_to == null) throw new Error("The email has no reply address.");
    return { ...email, reply_to: email.reply_to };
  };
  const receiveBytes = (raw: Uint8Array) => receiveMail({ ...shop, judgeMail }, raw);
  const receive = (mail: Parameters<typeof sampleMail>[0]) => receiveBytes(sampleMail(mail));
  const texts = async (orderId = order.id) =>
    (await readOrderMessages(shop, owner, orderId)).messages.map(({ side, text }) => [side, text]);
  const runJobs = async () => {
    shop.time.now += hourMs;
    while (await runDueJob({ ...shop, handlers }));
  };
  return {
    settings,
    emails,
    runJobs,
    shop,
    order,
    place,
    people,
    emailAbout,
    receive,
    receiveBytes,
    texts,
    judgeMail,
  };
}
