import { type MailAbout, mailsAbout } from "#mail/outbox/outbox.server.ts";
import { selectTransfer } from "#money/bank-transfer/bank-transfer-tables.server.ts";
import { correctionsOf } from "#money/correcting/order-corrections.server.ts";
import {
  type LedgerEntry,
  ledgerOfOrder,
  notificationIds,
} from "#money/ledger/order-ledger.server.ts";
import { type MoneyBackRow, selectMoneyBack } from "#money/money-back/money-back-tables.server.ts";
import {
  type RefundRequestRow,
  type RefundState,
  refundRequestsOf,
} from "#money/refunds/refund-requests.server.ts";
import { customerNames } from "#orders/customer-names.ts";
import { findCustomerOrder, isOwn, seesPrice } from "#orders/find-order.ts";
import { isFailureOfRefund, type LedgerKind, type OrderStatus } from "#orders/order.ts";
import {
  attemptsOf,
  type PaymentAttempt,
} from "#payments/attempts/payment-attempt-store.server.ts";
import {
  notificationsAbout,
  type ReviewResolution,
  type StoredNotification,
} from "#payments/notifications/notifications-about.server.ts";
import type { Database } from "#platform/database/database.ts";
import type { DetailName } from "#platform/texts/customer-details.ts";
import { type Actor, isSignedIn } from "#policy/actor.ts";
import { may, requireRight } from "#policy/rights.ts";
import { briefEventsOf } from "../brief/brief-record.server.ts";
import type { BriefEventRow } from "../brief/brief-tables.server.ts";
import { type AcceptanceEntry, acceptanceEntries } from "../deliveries/delivery-timeline.server.ts";
import type { OrderEventRow } from "../status/order-event-tables.server.ts";
import { eventsOfOrder } from "../status/order-events.server.ts";
import {
  type GivenTestimonialRow,
  selectTestimonial,
} from "../testimonials/testimonial-tables.server.ts";

/**
 * The timeline has no entry for the start of a brief, because a brief starts with the payment,
 * which has an entry.
 */
interface BriefEntry {
  readonly kind: "brief-sent" | "brief-skipped" | "brief-acknowledged" | "work-started";
  readonly author: string | null;
}

/** `author` and `made` are null for customers. */
export type TimelineEntry = { readonly at: number } & (
  | { readonly kind: "placed" }
  | {
      readonly kind: "corrected";
      readonly fields: readonly DetailName[];
      /** Name of the customer's person. */
      readonly by: string;
    }
  | { readonly kind: "sent-to-pay"; readonly amountCents: number }
  /** `by` is the name of the person. */
  | { readonly kind: "transfer-chosen"; readonly by: string }
  | {
      readonly kind: "notified";
      readonly notificationId: string;
      readonly said: string | null;
      readonly made: string | null;
    }
  | { readonly kind: "decided"; readonly resolution: ReviewResolution }
  | {
      readonly kind: LedgerKind;
      readonly amountCents: number;
      readonly transactionId: string | null;
      /**
       * The owner's reference of a manual payment or refund; null for other entries. A manual entry
       * has a date without a time of day.
       */
      readonly reference: string | null;
      /** The notification that reported the entry; null for manual entries and cancellations. */
      readonly notificationId: string | null;
      readonly author: string | null;
      /** True for the entry that gives back a refund that failed. */
      readonly isFailedRefund?: true;
    }
  | (AcceptanceEntry & {
      /** Name of the customer's person; null for what the team did and where nobody is stored. */
      readonly by: string | null;
    })
  | BriefEntry
  | { readonly kind: "status"; readonly orderStatus: OrderStatus; readonly author: string | null }
  | {
      readonly kind: "refund-requested";
      readonly amountCents: number;
      readonly state: RefundState;
      readonly reason: string | null;
      readonly author: string;
    }
  | {
      /** A customer's request for money back; "declined" is the owner's answer. */
      readonly kind: "money-back-asked" | "money-back-declined";
      readonly reason: string;
      /** Name of the customer's person; null for the owner's answer. */
      readonly by: string | null;
      readonly author: string | null;
    }
  | {
      /** A customer's testimonial; the other two are the owner's answers. */
      readonly kind: "testimonial-given" | "testimonial-published" | "testimonial-declined";
      /** Name of the customer's person; null for the owner's answer. */
      readonly by: string | null;
      readonly author: string | null;
    }
  | { readonly kind: "mail"; readonly mail: MailAbout }
  | { readonly kind: "note"; readonly note: string; readonly author: string }
);

/**
 * Oldest first. A customer sees no notes, refund requests, decisions, authors, unsent emails,
 * emails to the owner or outcomes of notifications. Throws "unauthenticated", "not-found", and
 * "forbidden" when a customer asks for the timeline of the reader "admin".
 */
export async function orderTimeline(
  { database }: { readonly database: Database },
  actor: Actor,
  orderId: string,
  reader: "customer" | "admin",
): Promise<readonly TimelineEntry[]> {
  if (reader === "admin") requireRight(actor, "see every order");
  const order = await findCustomerOrder({ database }, actor, orderId);
  const { read } = database;
  const [
    attempts,
    ledger,
    events,
    mails,
    requests,
    reviewed,
    brief,
    moneyBack,
    corrections,
    testimonial,
    transfer,
  ] = await Promise.all([
    attemptsOf(read, [order.id]),
    ledgerOfOrder(read, order.id),
    eventsOfOrder(read, order.id),
    mailsAbout(read, order.id),
    refundRequestsOf(read, order.id),
    acceptanceEntries(read, order),
    briefEventsOf(read, order.id),
    selectMoneyBack(read, order.id),
    correctionsOf(read, order.id),
    selectTestimonial(read, order.id),
    selectTransfer(read, order.id),
  ]);
  const accountIds = [
    ...reviewed.entries.flatMap(({ accountId }) => accountId ?? []),
    ...(moneyBack === undefined ? [] : [moneyBack.account_id]),
    ...corrections.map(({ accountId }) => accountId),
    ...(testimonial === undefined ? [] : [testimonial.account_id]),
    ...(transfer === undefined ? [] : [transfer.account_id]),
  ];
  const nameOf = await customerNames({ database }, actor, order, accountIds);
  const notifications = await notificationsAbout(read, order.id, notificationIds(ledger));
  const entries: TimelineEntry[] = [
    { kind: "placed", at: order.placedAt },
    ...corrections.map(({ accountId, fields, at }) => {
      return { kind: "corrected" as const, fields, by: nameOf(accountId), at };
    }),
    ...attempts.map(sentToPay),
    ...(transfer === undefined
      ? []
      : [
          {
            kind: "transfer-chosen" as const,
            by: nameOf(transfer.account_id),
            at: transfer.chosen_at,
          },
        ]),
    ...notifications.filter(({ state }) => statesThatTell[reader].includes(state)).map(notified),
    ...requests.map(refundRequested),
    ...notifications.flatMap(({ resolution }) => (resolution ? [decided(resolution)] : [])),
    ...ledger.map((entry) => moneyMoved(entry, ledger)),
    ...events.filter(({ id }) => !reviewed.orderEventIds.has(id)).map(doneByHand),
    ...reviewed.entries.map((entry) => ({
      ...entry,
      by: entry.accountId === null ? null : nameOf(entry.accountId),
    })),
    ...(moneyBack === undefined ? [] : moneyBackEntries(moneyBack, nameOf(moneyBack.account_id))),
    ...(testimonial === undefined
      ? []
      : testimonialEntries(testimonial, nameOf(testimonial.account_id))),
    ...brief.flatMap(briefChanged),
    ...mails.map(mailed),
  ];
  // The sort is stable: entries of the same millisecond stay in the sequence of the array above.
  entries.sort((one, other) => one.at - other.at);
  if (reader === "admin") return entries;
  const seesMoney = seesPrice(actor, order);
  const isOfRoom = isOwn(actor, order, "orders") || may(actor, "see every order");
  const isOfCompany = isOwn(actor, order, "orders") || isOwn(actor, order, "payments");
  const recipient =
    isOfCompany && isSignedIn(actor)
      ? actor.email.toLowerCase()
      : order.customerEmail.toLowerCase();
  return entries
    .filter(({ kind }) => seesMoney || !aboutMoney.has(kind))
    .filter(({ kind }) => isOfRoom || !aboutRoom.has(kind))
    .flatMap((entry) => forCustomer(entry, recipient));
}

/**
 * States of the notifications that the timeline shows. Repeated and forged notifications are left
 * out.
 */
const statesThatTell: Readonly<
  Record<"admin" | "customer", readonly StoredNotification["state"][]>
> = {
  admin: ["verified", "received", "unanswered"],
  customer: ["verified"],
};

function sentToPay({ amountCents, createdAt }: PaymentAttempt): TimelineEntry {
  return { kind: "sent-to-pay", amountCents, at: createdAt };
}

function notified(notification: StoredNotification): TimelineEntry {
  const { id, rawStatus, outcomeReason, receivedAt } = notification;
  return {
    kind: "notified",
    notificationId: id,
    said: rawStatus,
    made: outcomeReason,
    at: receivedAt,
  };
}

function briefChanged({ kind, author, at }: BriefEventRow): TimelineEntry[] {
  if (kind === "begun") return [];
  return [{ kind: kind === "work-started" ? kind : `brief-${kind}`, author, at }];
}

function moneyMoved(entry: LedgerEntry, ledger: readonly LedgerEntry[]): TimelineEntry {
  const { kind, amountCents, transactionId, reference, notificationId, author, at } = entry;
  const isFailedRefund = isFailureOfRefund(entry, ledger) && { isFailedRefund: true as const };
  const moved = { amountCents, transactionId, reference, notificationId, author, at };
  return { kind, ...moved, ...isFailedRefund };
}

function refundRequested(request: RefundRequestRow): TimelineEntry {
  const { amount_cents, state, reason, requested_by, requested_at } = request;
  return {
    kind: "refund-requested",
    amountCents: amount_cents,
    state,
    reason,
    author: requested_by,
    at: requested_at,
  };
}

function moneyBackEntries(
  { reason, asked_at, declined_because, declined_by, declined_at }: MoneyBackRow,
  by: string,
): TimelineEntry[] {
  const asked = { kind: "money-back-asked", reason, by, author: null, at: asked_at } as const;
  if (declined_at === null) return [asked];
  const answer = { reason: declined_because ?? "", by: null, author: declined_by };
  return [asked, { kind: "money-back-declined", ...answer, at: declined_at }];
}

function testimonialEntries(
  { given_at, answer, answered_by, answered_at }: GivenTestimonialRow,
  by: string,
): TimelineEntry[] {
  const given = { kind: "testimonial-given", by, author: null, at: given_at } as const;
  if (answer === null || answered_at === null) return [given];
  return [given, { kind: `testimonial-${answer}`, by: null, author: answered_by, at: answered_at }];
}

function decided(resolution: ReviewResolution): TimelineEntry {
  return { kind: "decided", resolution, at: resolution.at };
}

function doneByHand({ order_status, note, author, at }: OrderEventRow): TimelineEntry {
  return order_status === null
    ? { kind: "note", note: note ?? "", author, at }
    : { kind: "status", orderStatus: order_status, author, at };
}

function mailed(mail: MailAbout): TimelineEntry {
  return { kind: "mail", mail, at: mail.sentAt ?? mail.queuedAt };
}

/** Entries about what happened in the room. */
const aboutRoom: ReadonlySet<TimelineEntry["kind"]> = new Set<TimelineEntry["kind"]>([
  ...(["delivered", "accepted", "changes-asked", "reopened-by-customer"] as const),
  ...(["brief-sent", "brief-skipped", "work-started"] as const),
]);

/** Entries that show amounts, or what a payment provider reported. */
const aboutMoney: ReadonlySet<TimelineEntry["kind"]> = new Set<TimelineEntry["kind"]>([
  ...(["sent-to-pay", "transfer-chosen", "notified", "payment", "refund"] as const),
  ...(["reversal", "reversal-cancelled"] as const),
  ...(["money-back-asked", "money-back-declined"] as const),
]);

function forCustomer(entry: TimelineEntry, recipient: string): TimelineEntry[] {
  switch (entry.kind) {
    case "note":
    case "refund-requested":
    case "decided":
    case "brief-acknowledged":
    case "testimonial-declined":
      return [];
    case "mail":
      return entry.mail.recipient.toLowerCase() === recipient && entry.mail.sentAt !== null
        ? [entry]
        : [];
    case "placed":
    case "corrected":
    case "sent-to-pay":
    case "transfer-chosen":
      return [entry];
    case "notified":
      // A report without a status tells a customer nothing, nor does one about the state of a
      // subscription, whose status has the number of the report.
      return entry.said === null || /\d/.test(entry.said) ? [] : [{ ...entry, made: null }];
    default:
      return [{ ...entry, author: null }];
  }
}
