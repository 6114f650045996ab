import type { Side } from "#conversation/order-message-tables.server.ts";
import { type DateReader, instantOn, longDateOf } from "#platform/time/dates.ts";
import type { OrderClock } from "./order-clock.ts";

/**
 * Describes the clock for one side, such as "Day 3 of 10. Due Dec 4, 2026."; "" when no day is
 * counted, paused or due.
 */
export function clockSentence(clock: OrderClock, side: Side, reader: DateReader): string {
  return [countSentence(clock), pauseSentence(clock, side), dueSentence(clock, side, reader)]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

function countSentence({ day, workingDays }: OrderClock): string {
  if (workingDays === 0) return day === 0 ? "" : `Working day ${day}.`;
  if (day === 0) return `${days(workingDays, "working ")}, beginning with the next working day.`;
  if (day <= workingDays) return `Day ${day} of ${workingDays}.`;
  return `Day ${day}, and ${days(workingDays, "working ")} ${workingDays === 1 ? "was" : "were"} promised.`;
}

function pauseSentence(
  { stoodStill: { brief, question, review, payment } }: OrderClock,
  side: Side,
): string {
  const total = brief + question + review + payment;
  if (total === 0) return "";
  const [who, had, were] =
    side === "customer" ? ["you", "had", "were"] : ["the customer", "had", "was"];
  const reasons = [
    ...(brief > 0 ? [`${had} the brief to answer`] : []),
    ...(question > 0 ? [`${were} asked a question`] : []),
    ...(review > 0 ? [`${had} a delivery to review`] : []),
    ...(payment > 0 ? [`${had} a period of the plan to pay`] : []),
  ];
  return `It was on hold for ${days(total)}, because ${who} ${reasons.join(" and ")}.`;
}

function dueSentence(
  { stage, dueDay, isOverdue, isSuspended }: OrderClock,
  side: Side,
  reader: DateReader,
) {
  if (dueDay === null) return "";
  const date = longDateOf(instantOn(dueDay, reader.timeZone), reader);
  if (isOverdue) return `It was due on ${date}.`;
  const who = side === "customer" ? "you" : "the customer";
  const ending = side === "customer" ? "" : "s";
  if (isSuspended) return `Due on ${date}, if ${who} pay${ending} the open period today.`;
  if (stage === "awaiting-brief") return `Due on ${date}, if ${who} send${ending} the brief today.`;
  if (stage === "waiting-for-customer") return `Due on ${date}, if ${who} answer${ending} today.`;
  return `Due on ${date}.`;
}

function days(count: number, kind = ""): string {
  return `${count} ${kind}${count === 1 ? "day" : "days"}`;
}
