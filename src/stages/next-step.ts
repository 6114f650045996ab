import type { PaymentStatus } from "../orders/order.ts";
import { shortDayOf } from "../platform/time/dates.ts";
import type { CompanyRights } from "../policy/company.ts";
import type { AcceptanceEventKind } from "./delivery-stage.ts";
import type { OrderStage } from "./order-stage.ts";

/** What an order needs next, without the words. */
type NextStepKind =
  | "pay"
  | "transfer-awaited"
  | "payment-on-its-way"
  | "payment-checked"
  | "refund-asked"
  | "refund-on-its-way"
  | "answer-questions"
  | "send-answers"
  | "name-website"
  | "reply"
  | "review"
  | "work"
  | "complete"
  | "closed";

/** The next step of an order for one person of its company. */
export interface NextStep {
  readonly kind: NextStepKind;
  /** Such as "Answer 7 questions (3 minutes)", without a full stop. */
  readonly words: string;
  /** The button that takes the step; null if this person has nothing to do. */
  readonly action: { readonly text: string; readonly path: string } | null;
}

export interface NextStepFacts {
  readonly orderId: string;
  /** Such as "$299.00". */
  readonly price: string;
  readonly paymentStatus: PaymentStatus;
  /** True for a Refunded order whose money a bank or PayPal took back. */
  readonly isTakenBack: boolean;
  readonly stage: OrderStage;
  /** Rights of the reader in the company of the order. */
  readonly rights: Pick<CompanyRights, "orders" | "payments">;
  /** A payment that is not applied to the order yet; null without such a payment. */
  readonly payment: "on-its-way" | "to-decide" | null;
  /**
   * Day on which the customer chose to pay by bank transfer, such as "2026-11-29"; null for another
   * way, and for a reader who sees no payments.
   */
  readonly transferDay: string | null;
  /**
   * A request for a refund that the customer waits on, with its day, such as "2026-11-29"; null
   * without one, and for a reader who sees no payments.
   */
  readonly refund: { readonly state: "open" | "in-progress"; readonly askedDay: string } | null;
  /** Questions of the brief without an answer; null for an order without a brief. */
  readonly openQuestions: number | null;
  /** Open questions that the team asked in messages. */
  readonly teamQuestions: number;
  /** Kind of the last delivery event; null before the first delivery. */
  readonly lastEvent: AcceptanceEventKind | null;
  /** Last day for an answer to the delivery, such as "2026-12-05"; null if it has passed. */
  readonly reviewDay: string | null;
  readonly clock: {
    readonly day: number;
    readonly workingDays: number;
    readonly dueDay: string | null;
    readonly isOverdue: boolean;
  } | null;
  readonly lacksWebsite: boolean;
  /** True for work that was delivered before it was paid. */
  readonly isDelivered: boolean;
  /** True for a period of a plan after its first one. */
  readonly isLaterPeriod: boolean;
  readonly locale: string | undefined;
}

/** Seconds that a customer needs to answer one question of the brief. */
const secondsOfQuestion = 25;

/** How long it takes to answer questions of the brief, such as "3 minutes". */
export function minutesFor(questions: number): string {
  return counted(Math.max(1, Math.round((questions * secondsOfQuestion) / 60)), "minute");
}

/** "1 question" or "7 questions". */
function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * The next step of an order. The dashboard, the lists, the room and the emails show its words, so
 * that they agree.
 */
export function nextStepOf(facts: NextStepFacts): NextStep {
  const { orderId, paymentStatus, isTakenBack, payment, refund, rights, stage } = facts;
  const room = `/my-order/${orderId}`;
  const closed = (words: string): NextStep => ({ kind: "closed", words, action: null });
  if (paymentStatus === "Refunded") {
    return closed(isTakenBack ? "Payment taken back" : "Refunded");
  }
  if (refund !== null) return refundStep(refund, facts.locale);
  if (payment !== null) {
    return payment === "on-its-way"
      ? {
          kind: "payment-on-its-way",
          words: "Payment on its way: we will email you when it arrives",
          action: null,
        }
      : {
          kind: "payment-checked",
          words: "We are checking the payment and will email you",
          action: null,
        };
  }
  const forOrders = (step: NextStep, colleagues: string): NextStep =>
    rights.orders ? step : { ...step, words: colleagues, action: null };
  switch (stage) {
    case "cancelled":
      return closed("Cancelled");
    case "unpaid":
      return toPay(facts);
    case "awaiting-brief":
      return forOrders(
        briefStep(facts),
        "We begin when your colleagues have answered our questions",
      );
    case "waiting-for-customer":
      return forOrders(
        {
          kind: "reply",
          words: `Answer our ${facts.teamQuestions > 1 ? `${facts.teamQuestions} questions` : "question"}, so that we can go on`,
          action: { text: "Answer", path: `${room}#messages` },
        },
        "We go on when your colleagues have answered our question",
      );
    case "in-review": {
      const until =
        facts.reviewDay === null ? "" : ` until ${shortDayOf(facts.reviewDay, facts.locale)}`;
      return forOrders(
        {
          kind: "review",
          words: `Accept the delivery${until}`,
          action: { text: "See the delivery", path: `${room}#deliveries` },
        },
        `Your colleagues can accept the delivery${until}`,
      );
    }
    case "accepted":
      return { kind: "complete", words: "Complete", action: null };
    case "ready":
    case "in-work": {
      const isUnknown = facts.lacksWebsite && facts.openQuestions === null;
      if (isUnknown && facts.lastEvent === null) {
        return forOrders(
          {
            kind: "name-website",
            words: "Tell us which website it is for, then we begin",
            action: { text: "Write to us", path: `${room}#messages` },
          },
          "We begin when your colleagues have told us which website it is for",
        );
      }
      return { kind: "work", words: workWords(facts), action: null };
    }
  }
}

/** Before all other steps: who wants the money back is not asked for work meanwhile. */
function refundStep(
  { state, askedDay }: NonNullable<NextStepFacts["refund"]>,
  locale: string | undefined,
): NextStep {
  return state === "open"
    ? {
        kind: "refund-asked",
        words: `Refund asked for on ${shortDayOf(askedDay, locale)}: we answer you`,
        action: null,
      }
    : { kind: "refund-on-its-way", words: "Refund on its way: we will email you", action: null };
}

function toPay(facts: NextStepFacts): NextStep {
  const { orderId, price, rights, isDelivered, isLaterPeriod, transferDay, locale } = facts;
  const then = isLaterPeriod ? "then the work goes on" : "then we begin";
  if (transferDay !== null) {
    return {
      kind: "transfer-awaited",
      words: `Waiting for your transfer of ${price} since ${shortDayOf(transferDay, locale)}`,
      action: { text: "See the bank details", path: `/pay-now/${orderId}` },
    };
  }
  if (!rights.payments) {
    const words = "Not paid yet: a colleague who sees payments can pay it";
    return { kind: "pay", words, action: null };
  }
  return {
    kind: "pay",
    words: isDelivered ? `Pay ${price}: the work is complete` : `Pay ${price}, ${then}`,
    action: { text: "Pay Now", path: `/pay-now/${orderId}` },
  };
}

function briefStep({ orderId, openQuestions }: NextStepFacts): NextStep {
  const path = `/my-order/${orderId}/brief`;
  const count = openQuestions ?? 0;
  if (count === 0) {
    return {
      kind: "send-answers",
      words: "Check your answers and send them",
      action: { text: "See your answers", path },
    };
  }
  return {
    kind: "answer-questions",
    words: `Answer ${counted(count, "question")} (${minutesFor(count)})`,
    action: { text: "Answer the questions", path },
  };
}

function workWords({ stage, lastEvent, clock, locale }: NextStepFacts): string {
  const deed = deedOf(stage, lastEvent);
  const { day = 0, workingDays = 0, dueDay = null, isOverdue = false } = clock ?? {};
  const due = dueDay === null ? "" : shortDayOf(dueDay, locale);
  if (isOverdue) return `${deed}, later than promised: it was due ${due}`;
  const count =
    stage === "in-work" && day > 0 && workingDays > 0 ? `day ${day} of ${workingDays}` : "";
  const facts = [count, due && `due ${due}`].filter(Boolean).join(", ");
  if (facts === "") return deed;
  return count === "" ? `${deed}, ${facts}` : `${deed}: ${facts}`;
}

function deedOf(stage: OrderStage, lastEvent: AcceptanceEventKind | null): string {
  if (stage === "ready") return "We have your answers and begin soon";
  if (lastEvent === "changes-asked") return "We are working on your changes";
  if (lastEvent === "reopened-by-customer") return "We are putting right what you told us";
  return "We are at work";
}
