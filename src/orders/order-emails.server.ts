import { isRepeated, pricesInWords } from "#content/model/plan-interval.ts";
import type { TellOfReview } from "#payments/notifications/verified-notification.ts";
import { declineText } from "../content/emails/email-templates.ts";
import type { Post } from "../mail/mailer.ts";
import { queueEmail, queueEmails } from "../mail/queue-email.server.ts";
import type { WriteTransaction } from "../platform/database/database.ts";
import { dollarsFromCents } from "../platform/money.ts";
import { fullDateOf } from "../platform/time/dates.ts";
import type { CompanyRight } from "../policy/company.ts";
import type { LinkPurpose } from "../policy/links.ts";
import { companyRecipients } from "./company-recipients.server.ts";
import { addressedNames } from "./customer-names.ts";
import { factsOfLines } from "./lines/lines-in-words.ts";
import { linesOfOrder } from "./lines/order-lines.server.ts";
import { chargedBy, type OrderLine, planLine } from "./lines/order-lines.ts";
import { issueOrderLink } from "./links/issue-link.server.ts";
import type { Order } from "./order.ts";
import { isOfPlan, thingLabel, wordsWithoutPlan } from "./order-words.ts";

export interface PaymentFacts {
  readonly amountCents: number;
  /**
   * Identifies the payment in the email: its transaction id, or the owner's reference of a manual
   * payment.
   */
  readonly knownBy: readonly [label: string, value: string];
}

export async function notifyOfDuplicatePayment(
  tx: WriteTransaction,
  post: Post,
  order: Order,
  payment: PaymentFacts,
  at: number,
): Promise<void> {
  const { amountCents } = payment;
  const timeZone = await post.readTimeZone(tx);
  const facts = factsOf(order, payment, {
    paidAt: fullDateOf(at, { timeZone }),
    lines: await linesOfOrder(tx, order),
  });
  await queueOrderEmails(tx, post, order, [{ name: "paidAgain", amountCents, facts }]);
}

/** Emails the team that a notification about a payment needs review. */
export function notifyOfReview(post: Post): TellOfReview {
  return (tx, reason) =>
    queueEmail(tx, post, { name: "paymentReviewOwner", values: { reason }, path: "/payments" });
}

/** Emails the customer about one refund. `amountCents` is positive. */
export async function notifyOfFailedRefund(
  tx: WriteTransaction,
  post: Post,
  order: Order,
  payment: PaymentFacts,
): Promise<void> {
  const { amountCents } = payment;
  const facts = factsOf(order, payment);
  await queueOrderEmails(tx, post, order, [{ name: "refundFailed", amountCents, facts }]);
}

export async function notifyOfReturnedMoney(
  tx: WriteTransaction,
  post: Post,
  order: Order,
  payment: PaymentFacts,
): Promise<void> {
  const { amountCents } = payment;
  const facts = factsOf(order, payment);
  await queueOrderEmails(tx, post, order, [{ name: "moneyReturned", amountCents, facts }]);
}

interface ReceiptWords {
  readonly paidAt?: string;
  /** What the price consists of; the plan alone when omitted. */
  readonly lines?: readonly OrderLine[];
}

/** The lines of a receipt. */
export function factsOf(
  order: Order,
  { amountCents, knownBy }: PaymentFacts,
  { paidAt, lines = [planLine(order)] }: ReceiptWords = {},
): Facts {
  return [
    ["Order", String(order.number)],
    ...(paidAt === undefined ? [] : [["Paid", paidAt] as const]),
    [thingLabel(order), order.packageName],
    ...factsOfLines(order, lines),
    ...priceFact(order, lines),
    ["Amount", `${dollarsFromCents(amountCents)} ${order.currency}`],
    knownBy,
  ];
}

/** The price with its interval, for an order of a plan that is charged more than once. */
function priceFact(order: Order, lines: readonly OrderLine[]): Facts {
  if (!isRepeated(order.charged)) return [];
  return [["Price", pricesInWords(chargedBy(lines, order), order.charged)]];
}

const audiences = {
  orderPlaced: "payer",
  orderPlacedOwner: "owner",
  paymentReminder: "payer",
  transferAwaited: "payer",
  paymentReceived: "payer",
  nothingToPay: "payer",
  invoiceIssued: "payer",
  creditNoteIssued: "payer",
  invoiceReplaced: "payer",
  paymentReceivedQuestions: "payer",
  colleaguePaid: "payer",
  colleaguePaidQuestions: "payer",
  paymentReceivedOwner: "owner",
  paidAfterCancelling: "payer",
  paidAgain: "payer",
  moneyReturned: "payer",
  refundFailed: "payer",
  refundAskedOwner: "owner",
  refundDeclined: "payer",
  testimonialGivenOwner: "owner",
  paymentCancelled: "payer",
  nothingToPayCancelled: "payer",
  cycleToPay: "payer",
  cycleOverdue: "payer",
  cycleSuspended: "payer",
  paymentTakenBack: "payer",
  renewalFailed: "payer",
  subscriptionPaused: "payer",
  subscriptionResumed: "payer",
  subscriptionCancelled: "payer",
  subscriptionEnded: "payer",
  planChanged: "payer",
  priceMoved: "payer",
  subscriptionChangedOwner: "owner",
  briefWanted: "customer",
  briefReminder: "customer",
  briefSentOwner: "owner",
  orderDelivered: "customer",
  monthReport: "customer",
  orderComplete: "payer",
  cycleComplete: "payer",
  deliveryReminder: "customer",
  deliveryAcceptedOwner: "owner",
  changesAskedOwner: "owner",
  orderReopenedOwner: "owner",
  orderMessage: "customer",
  orderMessageOwner: "owner",
  orderNews: "customer",
  orderNewsOwner: "owner",
  orderNewsWorker: "worker",
  orderAssigned: "worker",
} as const;

type OrderEmailName = keyof typeof audiences;

/**
 * Purpose of the link in an email that works without a login. An email without a purpose links to
 * the order's page, which needs a login.
 */
const linkPurposeOf: Readonly<Partial<Record<OrderEmailName, LinkPurpose>>> = {
  orderPlaced: "payment",
  paymentReminder: "payment",
  transferAwaited: "payment",
  paymentReceivedQuestions: "brief",
  colleaguePaidQuestions: "brief",
  briefWanted: "brief",
  briefReminder: "brief",
  orderDelivered: "delivery",
  deliveryReminder: "delivery",
  orderComplete: "nextMonth",
  cycleComplete: "subscription",
  cycleToPay: "payment",
  cycleOverdue: "payment",
  cycleSuspended: "payment",
  paymentTakenBack: "room",
  renewalFailed: "payment",
  invoiceIssued: "invoice",
  creditNoteIssued: "invoice",
  invoiceReplaced: "invoice",
  subscriptionPaused: "subscription",
  subscriptionResumed: "subscription",
  subscriptionCancelled: "subscription",
  planChanged: "subscription",
  priceMoved: "subscription",
  orderMessage: "room",
  orderNews: "room",
};

interface SecondLink {
  readonly purpose: LinkPurpose;
  readonly label: string;
}

const toSubscription: SecondLink = { purpose: "subscription", label: "See or cancel the plan" };

/** Emails with a second link, which works without a login, too. */
const secondLinkOf: Readonly<Partial<Record<OrderEmailName, SecondLink>>> = {
  paymentReminder: { purpose: "decline", label: declineText },
  cycleToPay: toSubscription,
  cycleOverdue: toSubscription,
  cycleSuspended: toSubscription,
  paymentTakenBack: toSubscription,
  renewalFailed: toSubscription,
};

/** The first emails about an order, after which a person without a password would look for it. */
const leadsToRoom: ReadonlySet<OrderEmailName> = new Set([
  "orderPlaced",
  "nothingToPay",
  "paymentReceived",
  "paymentReceivedQuestions",
]);

function toFirstPassword({ id }: Order) {
  const path = `/reset?first&from=${encodeURIComponent(`/my-order/${id}`)}`;
  return { text: "Choose a password to see the whole order", path };
}

/** Fragment of the order's page to which an email leads. */
const places: Readonly<Partial<Record<OrderEmailName, string>>> = {
  refundAskedOwner: "#refund",
  refundDeclined: "#refund",
  testimonialGivenOwner: "#testimonial",
};

/** Right of the people of a company who get the emails of an audience; null for the team. */
const audienceRights = {
  customer: "orders",
  payer: "payments",
  owner: null,
  worker: null,
} as const satisfies Record<(typeof audiences)[OrderEmailName], CompanyRight | null>;

interface OrderEmail {
  readonly name: OrderEmailName;
  /** Amount in the text; the order's price by default. */
  readonly amountCents?: number;
  readonly facts?: Facts;
  /** Name of the person who has paid, for an email to a colleague. */
  readonly payerName?: string;
  /** Texts of the messages that the email is about. */
  readonly messages?: string;
  /** Number of the document that the email is about, of the invoice that it corrects, and of the new one. */
  readonly number?: string;
  readonly corrected?: string;
  readonly replacedBy?: string;
  /** Ids of private files. */
  readonly attachments?: readonly string[];
  /** Texts of all events, for an email that reports several events. */
  readonly news?: string;
  /**
   * Recipient, instead of everybody of the company with the right of the audience, or the team.
   */
  readonly to?: string;
  /** True for a recipient without an account, for whom no page of the order opens. */
  readonly isStranger?: boolean;
  /** Account of a recipient of the company, who gets a link that works without a login. */
  readonly accountId?: string | undefined;
  /** True for a recipient who sees no prices. */
  readonly hidesPrice?: boolean;
  /** Path of the page on which the recipient chooses when to get such emails. */
  readonly choicePath?: string | undefined;
  /** True for an email that also links to the subscription of the order. */
  readonly linksToPlan?: boolean;
  /** True for an email whose button opens the brief. */
  readonly isAboutBrief?: boolean;
  /** Earliest time of sending. */
  readonly sendAt?: number;
  readonly replyTo?: string;
  readonly thread?: string;
}

export type Facts = readonly (readonly [label: string, value: string])[];

/**
 * Queues emails in the transaction of the change that they report. Queues no email about a
 * demonstration order, because its customer does not exist. `isConfirmed`: whether the customer's
 * address is confirmed; looked up when omitted.
 */
export async function queueOrderEmails(
  tx: WriteTransaction,
  post: Post,
  order: Order,
  toSend: readonly OrderEmail[],
  isConfirmed?: boolean,
): Promise<void> {
  if (order.isDemonstration) return;
  const addressed: OrderEmail[] = [];
  for (const email of toSend) {
    const right = audienceRights[audiences[email.name]];
    if (right === null || email.to !== undefined) addressed.push(email);
    else {
      const people = await companyRecipients(tx, order, right);
      addressed.push(
        ...people.map(({ accountId, address, rights }) => ({
          ...email,
          to: address,
          accountId,
          hidesPrice: !rights.payments,
        })),
      );
    }
  }
  const links = new Map<OrderEmail, string>();
  const secondLinks = new Map<OrderEmail, { readonly text: string; readonly path: string }>();
  const accounts = addressed.flatMap(({ accountId }) => accountId ?? []);
  const withoutPassword = addressed.some(({ name }) => leadsToRoom.has(name))
    ? await post.accountsWithoutPassword(tx, accounts)
    : new Set();
  for (const email of addressed) {
    const { name, to, accountId } = email;
    const purpose = linkPurposeOf[name];
    if (to === undefined || accountId === undefined) continue;
    const link = { orderId: order.id, accountId, email: to, at: post.clock() };
    if (purpose !== undefined) links.set(email, await issueOrderLink(tx, { ...link, purpose }));
    const second = secondLinkOf[name] ?? (email.linksToPlan ? toSubscription : undefined);
    if (second === undefined) continue;
    const path = await issueOrderLink(tx, { ...link, purpose: second.purpose });
    secondLinks.set(email, { text: second.label, path });
  }
  const names = await addressedNames(tx, order, accounts);
  const written = addressed.map((email) => {
    const { amountCents, messages, news = "", to, isAboutBrief = false, ...toSend } = email;
    const {
      accountId,
      payerName = "",
      number = "",
      corrected = "",
      replacedBy = "",
      ...rest
    } = toSend;
    const { hidesPrice = false, isStranger = false, linksToPlan: _, ...letter } = rest;
    const shown = emailValues(order, amountCents);
    const customerName =
      accountId === undefined ? order.customerName : (names.get(accountId) ?? "");
    const values = {
      ...shown,
      customerName,
      payerName,
      amount: hidesPrice ? "" : shown.amount,
      messages: messages ?? "",
      news,
      number,
      corrected,
      replacedBy,
    };
    const place = messages !== undefined ? "#messages" : (places[email.name] ?? "");
    const page = isAboutBrief ? "/brief" : email.name === "monthReport" ? "/months" : "";
    const second = secondLinks.get(email);
    const isFirst = leadsToRoom.has(email.name) && withoutPassword.has(accountId ?? "");
    const about = {
      ...letter,
      links: [...(second ? [second] : []), ...(isFirst ? [toFirstPassword(order)] : [])],
      values,
      about: order.id,
      ...(!isOfPlan(order) && { rewords: wordsWithoutPlan }),
    };
    const audience = audiences[letter.name];
    if (audience === "worker" && to !== undefined) {
      return { ...about, path: `/my-work/${order.id}`, recipient: to };
    }
    return audience === "owner"
      ? {
          ...about,
          path: `/admin/payment-status/${order.id}${isAboutBrief ? "#brief" : place}`,
          ...(to !== undefined && { recipient: to }),
        }
      : {
          ...about,
          path: isStranger ? null : (links.get(email) ?? `/my-order/${order.id}${page}${place}`),
          recipient: to ?? order.customerEmail,
          isConfirmed: to === order.customerEmail ? isConfirmed : undefined,
        };
  });
  await queueEmails(tx, post, written);
}

/**
 * Values of the placeholders that all emails about an order have. In an email to the company of the
 * customer, {customerName} is replaced by the name of its recipient.
 */
export function emailValues(order: Order, amountCents = order.priceCents) {
  return {
    customerName: order.customerName,
    customerEmail: order.customerEmail,
    orderNumber: String(order.number),
    plan: order.packageName,
    amount: dollarsFromCents(amountCents),
  };
}
