import { type DateReader, isoTime, longDateOf } from "#platform/time/dates.ts";
import { roundInWords } from "#stages/delivery-stage.ts";
import type { Delivery, DeliveryAnswer, OrderDeliveries } from "#work/deliveries/delivery-list.ts";
import { lastDayOfAcceptance, reviewDays } from "#work/deliveries/delivery-record.server.ts";

import { filePath } from "../files/files-part.server.ts";

export type DeliveryView = ReturnType<typeof deliveryView>;

interface DeliveryWords {
  readonly orderId: string;
  readonly promised: OrderDeliveries["promised"];
  readonly reader: DateReader;
}

export function deliveryView(delivery: Delivery, { orderId, promised, reader }: DeliveryWords) {
  const { number, text, author, at, points, answer, reopening, isTakenBack } = delivery;
  return {
    number,
    text,
    author,
    isTakenBack,
    date: longDateOf(at, reader),
    isoDate: isoTime(at),
    points: points.map(({ position, point, kind, value, unit, fileId, check }) => ({
      position,
      point,
      kind,
      fileId,
      /** Address of a proof by file; null for other proofs and for a removed file. */
      file: fileId === null ? null : filePath(orderId, fileId),
      /** Pages on which a check found the fault fixed; empty if the proof is not a check. */
      pages: check?.pages ?? [],
      checkedOn: check
        ? `Checked on ${longDateOf(check.beforeAt, reader)} and ${longDateOf(check.afterAt, reader)}`
        : "",
      value: kind === "number" ? `${value} ${unit}` : value,
    })),
    reopening: reopening && {
      text: reopening.text,
      by: reopening.by,
      date: longDateOf(reopening.at, reader),
    },
    answer: answer && {
      kind: answer.kind,
      date: longDateOf(answer.at, reader),
      /** Name of the person who answered; null where nobody is stored. */
      by: answer.by,
      isByTime: answer.kind === "accepted" && answer.way === "by-time",
      text: answer.kind === "changes-asked" ? answer.text : "",
      /** The points that the changes concern. */
      concerned: promised.flatMap(({ position, point }) =>
        answer.kind === "changes-asked" && answer.positions.includes(position) ? point : [],
      ),
      /** "" for an acceptance. */
      round:
        answer.kind === "changes-asked" ? roundInWords(answer.round, answer.includedRounds) : "",
    },
  };
}

export type DeliveriesView = ReturnType<typeof deliveriesView>;

interface Viewing {
  readonly orderId: string;
  readonly isOwn: boolean;
  readonly now: number;
  readonly reader: DateReader;
}

/** Data of the deliveries for the customer's page of an order. */
export function deliveriesView(found: OrderDeliveries, { orderId, isOwn, now, reader }: Viewing) {
  return {
    stage: found.stage,
    /** Only the customer can answer; an admin sees the page without the forms. */
    underReview: isOwn ? found.underReview : null,
    /**
     * Number of the accepted delivery that the customer can still reopen; null if the customer
     * cannot reopen the order.
     */
    reopenable: isOwn && found.reopenableUntil !== null ? found.nextNumber - 1 : null,
    /** Last day on which the customer can reopen the order; "" if reopening is not possible. */
    reopenLastDay:
      found.reopenableUntil === null ? "" : longDateOf(found.reopenableUntil - 1, reader),
    standing: standingOf(found, now, reader),
    roundsNote: roundsNote(found.rounds, found.includedRounds),
    promised: found.promised,
    /** Newest first. */
    deliveries: found.deliveries
      .map((delivery) => deliveryView(delivery, { orderId, promised: found.promised, reader }))
      .toReversed(),
  };
}

/** State of the order after its last delivery, in one sentence; "" without a delivery. */
function standingOf({ stage, deliveries }: OrderDeliveries, now: number, reader: DateReader) {
  const last = deliveries.at(-1);
  if (last === undefined) return "";
  const { answer } = last;
  if (stage === "in-review") {
    const until = ` until ${longDateOf(lastDayOfAcceptance(last.reviewUntil), reader)}`;
    const time = now < last.reviewUntil ? until : "";
    return `Delivered on ${longDateOf(last.at, reader)}. Please accept the delivery or ask for changes${time}.`;
  }
  if (answer === null) return "";
  const answered = longDateOf(answer.at, reader);
  if (stage === "in-work" && last.reopening !== null) {
    const reopened = longDateOf(last.reopening.at, reader);
    return `${capitalised(personOf(last.reopening))} told us on ${reopened} that something is wrong. We are working on it.`;
  }
  if (stage === "in-work" && answer.kind === "changes-asked") {
    return `${capitalised(personOf(answer))} asked for changes on ${answered}. We are working on them.`;
  }
  if (stage !== "accepted" || answer.kind !== "accepted") return "";
  return answer.way === "by-hand"
    ? `Complete: ${personOf(answer)} accepted the delivery on ${answered}.`
    : `Complete: the delivery has counted as accepted since ${answered}, because there was no answer within ${reviewDays} days.`;
}

/** "you" for the reader, and for answers from before the person was stored. */
function personOf({ by, isByReader }: Pick<DeliveryAnswer, "by" | "isByReader">): string {
  return isByReader || by === null ? "you" : by;
}

function capitalised(words: string): string {
  return words === "you" ? "You" : words;
}

/** Sentence about the remaining rounds of changes, shown before the customer asks for changes. */
function roundsNote(rounds: number, included: number): string {
  const decides = "the team decides, and answers you by message.";
  if (included === 0) {
    return `The price includes no rounds of changes. You can still ask for changes: ${decides}`;
  }
  if (rounds >= included) {
    const all = included === 1 ? "the included round" : `the ${included} included rounds`;
    return `You have used ${all} of changes. You can still ask for more: ${decides}`;
  }
  const used = rounds === 0 ? "" : ` You have used ${rounds}.`;
  return `${included} ${included === 1 ? "round of changes is" : "rounds of changes are"} included.${used}`;
}
