import { expect, test } from "vitest";
import { minutesFor, type NextStepFacts, nextStepOf } from "./next-step.ts";

const room = "/my-order/o1";
const clock = { day: 3, workingDays: 10, dueDay: "2026-12-12", isOverdue: false };
const facts: NextStepFacts = {
  orderId: "o1",
  price: "$299.00",
  paymentStatus: "Paid",
  isTakenBack: false,
  stage: "in-work",
  rights: { orders: true, payments: true },
  payment: null,
  transferDay: null,
  refund: null,
  openQuestions: null,
  teamQuestions: 0,
  lastEvent: null,
  reviewDay: null,
  clock,
  lacksWebsite: false,
  isDelivered: false,
  isLaterPeriod: false,
  locale: undefined,
};
const unpaid = { paymentStatus: "UnPaid", stage: "unpaid", clock: null } as const;
const brief = { stage: "awaiting-brief", openQuestions: 7 } as const;
const payer = { rights: { orders: false, payments: true } };
const asked = { refund: { state: "open", askedDay: "2026-11-29" } } as const;
const worker = { rights: { orders: true, payments: false } };

test.each<readonly [Partial<NextStepFacts>, words: string, action: string | null]>([
  [unpaid, "Pay $299.00, then we begin", "/pay-now/o1"],
  [{ ...unpaid, isLaterPeriod: true }, "Pay $299.00, then the work goes on", "/pay-now/o1"],
  [{ ...unpaid, isDelivered: true }, "Pay $299.00: the work is complete", "/pay-now/o1"],
  [{ ...unpaid, ...worker }, "Not paid yet: a colleague who sees payments can pay it", null],
  [
    { ...unpaid, payment: "on-its-way" },
    "Payment on its way: we will email you when it arrives",
    null,
  ],
  [
    { ...unpaid, transferDay: "2026-11-29" },
    "Waiting for your transfer of $299.00 since Nov 29",
    "/pay-now/o1",
  ],
  [
    { ...unpaid, transferDay: "2026-11-29", payment: "on-its-way" },
    "Payment on its way: we will email you when it arrives",
    null,
  ],
  [{ ...unpaid, payment: "to-decide" }, "We are checking the payment and will email you", null],
  [brief, "Answer 7 questions (3 minutes)", `${room}/brief`],
  [{ ...brief, openQuestions: 1 }, "Answer 1 question (1 minute)", `${room}/brief`],
  [{ ...brief, openQuestions: 0 }, "Check your answers and send them", `${room}/brief`],
  [{ ...brief, ...payer }, "We begin when your colleagues have answered our questions", null],
  [{ ...brief, ...asked }, "Refund asked for on Nov 29: we answer you", null],
  [
    { ...asked, stage: "waiting-for-customer", teamQuestions: 1, locale: "en-GB" },
    "Refund asked for on 29 Nov: we answer you",
    null,
  ],
  [{ ...asked, payment: "to-decide" }, "Refund asked for on Nov 29: we answer you", null],
  [
    { ...brief, refund: { state: "in-progress", askedDay: "2026-11-29" } },
    "Refund on its way: we will email you",
    null,
  ],
  [{ ...asked, stage: "cancelled", paymentStatus: "Refunded" }, "Refunded", null],
  [{ paymentStatus: "Refunded", isTakenBack: true }, "Payment taken back", null],
  [{ stage: "ready", openQuestions: 0 }, "We have your answers and begin soon, due Dec 12", null],
  [{}, "We are at work: day 3 of 10, due Dec 12", null],
  [{ locale: "en-GB" }, "We are at work: day 3 of 10, due 12 Dec", null],
  [{ clock: { ...clock, day: 0 } }, "We are at work, due Dec 12", null],
  [{ clock: { day: 3, workingDays: 0, dueDay: null, isOverdue: false } }, "We are at work", null],
  [
    { clock: { ...clock, day: 12, isOverdue: true } },
    "We are at work, later than promised: it was due Dec 12",
    null,
  ],
  [
    { lastEvent: "changes-asked", lacksWebsite: true },
    "We are working on your changes: day 3 of 10, due Dec 12",
    null,
  ],
  [
    { lastEvent: "reopened-by-customer" },
    "We are putting right what you told us: day 3 of 10, due Dec 12",
    null,
  ],
  [{ lacksWebsite: true }, "Tell us which website it is for, then we begin", `${room}#messages`],
  [
    { stage: "waiting-for-customer", teamQuestions: 1 },
    "Answer our question, so that we can go on",
    `${room}#messages`,
  ],
  [
    { stage: "waiting-for-customer", teamQuestions: 2 },
    "Answer our 2 questions, so that we can go on",
    `${room}#messages`,
  ],
  [
    { stage: "in-review", reviewDay: "2026-12-05" },
    "Accept the delivery until Dec 5",
    `${room}#deliveries`,
  ],
  [{ stage: "in-review" }, "Accept the delivery", `${room}#deliveries`],
  [
    { stage: "in-review", reviewDay: "2026-12-05", ...payer },
    "Your colleagues can accept the delivery until Dec 5",
    null,
  ],
  [{ stage: "accepted" }, "Complete", null],
  [{ stage: "cancelled", paymentStatus: "Cancelled" }, "Cancelled", null],
  [{ stage: "cancelled", paymentStatus: "Refunded" }, "Refunded", null],
])("the next step with %j is “%s”", (changes, words, path) => {
  const step = nextStepOf({ ...facts, ...changes });
  expect([step.words, step.action?.path ?? null]).toEqual([words, path]);
});

test("the time for the questions grows with their number", () => {
  expect([1, 4, 7, 8, 20].map(minutesFor)).toEqual([
    "1 minute",
    "2 minutes",
    "3 minutes",
    "3 minutes",
    "8 minutes",
  ]);
});
