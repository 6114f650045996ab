import { dollarsFromCents } from "#platform/money.ts";
import type { DetailName } from "#platform/texts/customer-details.ts";
import { type DateReader, fullDateOf, isoTime, longDateOf } from "#platform/time/dates.ts";
import { roundInWords } from "#stages/delivery-stage.ts";
import type { TimelineEntry } from "#work/timeline/order-timeline.ts";
import { decisionTitles, refundSent } from "../money/describe-decision.server.ts";

export interface EventView {
  readonly kind: TimelineEntry["kind"];
  readonly tone: "good" | "stopped" | "plain";
  readonly title: string;
  readonly detail: string;
  /** Author of the event; "" when customers must not see the author. */
  readonly by: string;
  readonly isoDate: string;
  readonly fullDate: string;
  readonly mailId: string | null;
}

export interface TimelineWords {
  readonly reader: DateReader;
  readonly providerName: string;
  /**
   * The customer's name, which admins see as the author of the customer's own actions. Undefined
   * when a customer reads the timeline.
   */
  readonly customerName?: string;
  /** True when refunds are made on the provider's page instead of in Furrow. */
  readonly refundsAtProvider?: boolean;
}

export function eventView(entry: TimelineEntry, words: TimelineWords): EventView {
  const { reader } = words;
  return {
    kind: entry.kind,
    tone: "plain",
    detail: "",
    by: "",
    isoDate: isoTime(entry.at),
    fullDate: fullDateOf(entry.at, reader),
    mailId: null,
    ...(isFromOutside(entry) && { fullDate: longDateOf(entry.at, reader) }),
    ...wordsFor(entry, words),
  };
}

/** True for manual payments, which have a day and no time. */
function isFromOutside(entry: TimelineEntry): boolean {
  return "reference" in entry && entry.reference !== null;
}

const detailWords: Readonly<Record<DetailName, string>> = {
  customerName: "Name",
  customerAddress: "Address",
  customerCountry: "Country",
  customerWebsite: "Website",
};

/** Statuses of Stripe that are no plain words, by status. */
const plainStatuses: Readonly<Record<string, string>> = {
  "funds withdrawn": "money withdrawn",
  "funds reinstated": "money returned",
};

type Words = Pick<EventView, "title"> & Partial<EventView>;

function wordsFor(entry: TimelineEntry, words: TimelineWords): Words {
  const { providerName, customerName = "" } = words;
  const reporter = words.customerName === undefined ? "" : providerName;
  switch (entry.kind) {
    case "placed":
      return { title: "Order placed", by: customerName };
    case "corrected":
      return {
        title: "Details corrected",
        detail: entry.fields.map((name) => detailWords[name]).join(", "),
        by: words.customerName === undefined ? "" : entry.by,
      };
    case "sent-to-pay":
      return {
        title: `Payment started at ${providerName}`,
        detail: dollarsFromCents(entry.amountCents),
        by: customerName,
      };
    case "transfer-chosen":
      return {
        title: "Bank transfer chosen",
        by: words.customerName === undefined ? "" : entry.by,
      };
    case "notified":
      return {
        title:
          entry.said === null
            ? `${providerName} sent a report`
            : `${providerName} reported: ${plainStatuses[entry.said] ?? entry.said}`,
        detail: entry.made ?? "",
      };
    case "status":
      return entry.orderStatus === "Delivered"
        ? { title: "Delivered", tone: "good", by: entry.author ?? "" }
        : { title: "Marked as Pending", by: entry.author ?? "" };
    case "delivered":
      return { title: `Delivery ${entry.number}`, tone: "good", by: entry.author ?? "" };
    case "accepted":
      return entry.way === "by-hand"
        ? { title: `Delivery ${entry.number} accepted`, tone: "good", by: entry.by ?? customerName }
        : {
            title: `Delivery ${entry.number} accepted`,
            tone: "good",
            detail: "There was no answer within 7 days.",
          };
    case "changes-asked":
      return {
        title: `Changes to delivery ${entry.number} requested`,
        detail:
          entry.round > entry.includedRounds
            ? `Round ${roundInWords(entry.round, entry.includedRounds)}`
            : "",
        by: entry.by ?? customerName,
      };
    case "reopened-by-customer":
      return {
        title: `Reopened after delivery ${entry.number}, because something is wrong`,
        by: entry.by ?? customerName,
      };
    case "brief-sent":
      return { title: "Brief sent", tone: "good", by: customerName };
    case "brief-skipped":
      return { title: "Work started without the brief", by: entry.author ?? "" };
    case "brief-acknowledged":
      return { title: "Changes to the brief acknowledged", by: entry.author ?? "" };
    case "work-started":
      return { title: "Work started", by: entry.author ?? "" };
    case "money-back-asked":
      return { title: "Refund asked for", detail: entry.reason, by: entry.by ?? customerName };
    case "money-back-declined":
      return {
        title: "Refund declined",
        tone: "stopped",
        detail: entry.reason,
        by: entry.author ?? "",
      };
    case "testimonial-given":
      return { title: "Testimonial sent", tone: "good", by: entry.by ?? customerName };
    case "testimonial-published":
      return { title: "Testimonial published", tone: "good", by: entry.author ?? "" };
    case "testimonial-declined":
      return { title: "Testimonial declined", tone: "stopped", by: entry.author ?? "" };
    case "mail": {
      const { id, state, subject, recipient } = entry.mail;
      return { title: mailTitles[state], detail: `“${subject}” to ${recipient}`, mailId: id };
    }
    case "decided": {
      const { decision, note, by } = entry.resolution;
      const title = decisionTitles[decision];
      return decision === "refunded" && words.refundsAtProvider
        ? { title: `${title} at ${providerName}`, detail: note ?? notRefundedYet(providerName), by }
        : { title, detail: note ?? "", by };
    }
    case "note":
      return { title: "Note", detail: entry.note, by: entry.author };
    case "cancellation":
      // The ledger stores the author "customer" instead of the customer's name.
      return {
        title: "Cancelled",
        tone: "stopped",
        by: entry.author === "customer" ? customerName : (entry.author ?? ""),
      };
    case "nothing-due":
      return { title: "Nothing to pay", tone: "good", detail: "The price is $0.00.", by: "" };
    case "refund-requested": {
      const amount = dollarsFromCents(entry.amountCents);
      const title = `${refundTitles[entry.state]} ${amount}`;
      const tone = entry.state === "refused" ? "stopped" : "plain";
      return { title, tone, detail: entry.reason ?? "", by: entry.author };
    }
    default:
      return {
        ...(entry.isFailedRefund ? failedRefund(entry, words) : moneyWords[entry.kind]),
        detail: amountOf(entry),
        // Manual payments have an author; the provider reports the other entries.
        by: entry.reference === null ? reporter : (entry.author ?? ""),
      };
  }
}

const refundTitles = {
  waiting: "Refund in progress:",
  done: `${refundSent}:`,
  refused: "Refund failed:",
};

/** Says that the refund is still to be made, because opening the provider's page moves no money. */
function notRefundedYet(providerName: string): string {
  return `The refund is made at ${providerName} and appears here once ${providerName} reports it.`;
}

const mailTitles = {
  sent: "Email sent",
  waiting: "Email waiting to be sent",
  failed: "Email could not be sent",
};

const moneyWords = {
  payment: { title: "Paid", tone: "good" },
  refund: { title: "Refunded", tone: "stopped" },
  reversal: { title: "Payment taken back by the bank or PayPal", tone: "stopped" },
  "reversal-cancelled": { title: "The payment stands again after a dispute", tone: "good" },
} as const;

/** The money of a refund that failed is back with the shop. */
function failedRefund({ amountCents }: Moved, { customerName }: TimelineWords): Words {
  const whose = customerName === undefined ? "us" : "you";
  const amount = dollarsFromCents(amountCents);
  return {
    title: `The refund of ${amount} failed; the money is back with ${whose}`,
    tone: "stopped",
  };
}

interface Moved {
  readonly amountCents: number;
  readonly transactionId: string | null;
  readonly reference: string | null;
}

function amountOf({ amountCents, transactionId, reference }: Moved): string {
  const amount = dollarsFromCents(Math.abs(amountCents));
  const moved = `${amount}${amountCents < 0 ? " went back to the payer" : ""}`;
  return reference === null
    ? `${moved}, transaction ${transactionId}`
    : `${moved}, reference ${reference}`;
}
