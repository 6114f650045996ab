import { idsOfOrderFiles } from "#conversation/files/order-files.ts";
import type { Post } from "#mail/mailer.ts";
import { customerNames } from "#orders/customer-names.ts";
import { findRoomOrder } from "#orders/find-order.ts";
import { promisedPoints } from "#orders/placing/promised-points.server.ts";
import type { Database } from "#platform/database/database.ts";
import type { Clock } from "#platform/time/clock.ts";
import { type Actor, isSignedIn } from "#policy/actor.ts";
import { mayInRoom } from "#policy/rights.ts";
import { type AcceptanceEventRow, acceptanceEventsOf } from "#stages/acceptance-events.server.ts";
import { acceptanceStateOf, type Stage, stageOf } from "#stages/delivery-stage.ts";
import { briefPhase } from "../brief/brief-record.server.ts";
import { type MendedFinding, mendedFinding } from "./delivery-checks.server.ts";
import {
  acceptanceEndOf,
  checksOfDeliveries,
  deliveriesOf,
  pointsOfDeliveries,
} from "./delivery-record.server.ts";
import type { ShownKind } from "./delivery-tables.server.ts";
import { reopenableUntil } from "./reopen-order.ts";

interface DeliveredPoint {
  readonly position: number;
  readonly point: string;
  readonly kind: ShownKind;
  readonly value: string;
  /** "" unless the value is a number. */
  readonly unit: string;
  /** Id of the file that the value names; null for other kinds and after the file was removed. */
  readonly fileId: string | null;
  /** The fixed finding of the website; null for a proof of another kind. */
  readonly check: MendedFinding | null;
}

interface ByPerson {
  readonly at: number;
  /**
   * Name of the customer's person; null for an acceptance by time, and for answers from before the
   * person was stored.
   */
  readonly by: string | null;
  readonly isByReader: boolean;
}

export type DeliveryAnswer = ByPerson &
  (
    | { readonly kind: "accepted"; readonly way: "by-hand" | "by-time" }
    | {
        readonly kind: "changes-asked";
        readonly text: string;
        /** Positions of the points that the changes concern. */
        readonly positions: readonly number[];
        /** Counts the requests for changes of the order from 1. */
        readonly round: number;
        /** Rounds that the price includes. */
        readonly includedRounds: number;
      }
  );

export interface Delivery {
  readonly number: number;
  /** "" for a delivery that was made by setting the order status, which has no points either. */
  readonly text: string;
  /** Null for customers. */
  readonly author: string | null;
  readonly at: number;
  readonly reviewUntil: number;
  readonly points: readonly DeliveredPoint[];
  readonly answer: DeliveryAnswer | null;
  /** The customer's reason for reopening the order after this delivery was accepted. */
  readonly reopening: (ByPerson & { readonly text: string }) | null;
  /**
   * True after the team set the order to Pending again. Customers see such a delivery only if it
   * has an answer.
   */
  readonly isTakenBack: boolean;
}

export interface OrderDeliveries {
  readonly stage: Stage;
  /** Number of the delivery that the customer can answer; null if there is none. */
  readonly underReview: number | null;
  /**
   * Time until which the customer can reopen the order after its last delivery; null if the
   * customer cannot reopen the order.
   */
  readonly reopenableUntil: number | null;
  /** Number of the next delivery. */
  readonly nextNumber: number;
  /** How often the customer has asked for changes. */
  readonly rounds: number;
  readonly includedRounds: number;
  readonly promised: readonly { readonly position: number; readonly point: string }[];
  /** Oldest first. */
  readonly deliveries: readonly Delivery[];
}

interface DeliveriesDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly post: Pick<Post, "readTimeZone">;
}

/**
 * The stage and the deliveries of an order, for its customer and for the team. Throws
 * "unauthenticated" and, for other customers, "not-found".
 */
export async function orderDeliveries(
  { database, clock, post }: DeliveriesDependencies,
  actor: Actor,
  orderId: string,
): Promise<OrderDeliveries> {
  const queries = database.read;
  const order = await findRoomOrder(queries, actor, orderId);
  const isOfTeam = mayInRoom(actor, "see order rooms", order);
  // Reads the events before the deliveries, so that no event lacks its delivery.
  const events = await acceptanceEventsOf(queries, order.id);
  const rows = await deliveriesOf(queries, order.id);
  const accountIds = events.flatMap((event) => event.account_id ?? []);
  const nameOf = await customerNames({ database }, actor, order, accountIds);
  const person = ({ at, account_id: id }: AcceptanceEventRow): ByPerson => ({
    at,
    by: id === null ? null : nameOf(id),
    isByReader: isSignedIn(actor) && id === actor.accountId,
  });
  const points = await pointsOfDeliveries(
    queries,
    rows.map(({ id }) => id),
  );
  const checks = await checksOfDeliveries(
    queries,
    rows.map(({ id }) => id),
  );
  const files = await idsOfOrderFiles(queries, order.id);
  const stage = stageOf(order, events, await briefPhase(queries, order.id));
  const { number } = acceptanceStateOf(events);
  const waiting = stage === "in-review" && rows.find((row) => row.number === number);
  const reviewUntil = waiting ? await acceptanceEndOf(queries, waiting) : null;
  const deliveries = rows.map((row): Delivery => {
    const own = events.filter((event) => event.number === row.number);
    return {
      number: row.number,
      text: row.text,
      at: row.at,
      reviewUntil: (row === waiting ? reviewUntil : null) ?? row.review_until,
      author: isOfTeam ? row.author : null,
      points: points
        .filter(({ delivery_id }) => delivery_id === row.id)
        .map(({ delivery_id, file_id: id, ...point }) => {
          const check = checks.find(
            (one) => one.delivery_id === delivery_id && one.position === point.position,
          );
          return {
            ...point,
            ...(check && { kind: "check" as const }),
            fileId: id !== null && files.has(id) ? id : null,
            check: check === undefined ? null : mendedFinding(check),
          };
        }),
      answer: answerIn(own, events, order.includedRounds, person),
      reopening: reopeningIn(own, person),
      // The events of a delivery that was undone are deleted.
      isTakenBack: (own.at(-1)?.kind ?? "reopened") === "reopened",
    };
  });
  return {
    stage,
    underReview: stage === "in-review" ? number : null,
    reopenableUntil: reopenableUntil(order, events, {
      timeZone: await post.readTimeZone(queries),
      now: clock(),
    }),
    nextNumber: (rows.at(-1)?.number ?? 0) + 1,
    rounds: events.filter(({ kind }) => kind === "changes-asked").length,
    includedRounds: order.includedRounds,
    promised: await promisedPoints(queries, order),
    deliveries: isOfTeam
      ? deliveries
      : deliveries.filter(({ isTakenBack, answer }) => !isTakenBack || answer !== null),
  };
}

function reopeningIn(
  own: readonly AcceptanceEventRow[],
  person: (event: AcceptanceEventRow) => ByPerson,
): Delivery["reopening"] {
  const event = own.find(({ kind }) => kind === "reopened-by-customer");
  return event === undefined ? null : { ...person(event), text: event.text ?? "" };
}

function answerIn(
  own: readonly AcceptanceEventRow[],
  all: readonly AcceptanceEventRow[],
  includedRounds: number,
  person: (event: AcceptanceEventRow) => ByPerson,
): DeliveryAnswer | null {
  const answer = own.find(({ once }) => once === "answer");
  if (answer === undefined) return null;
  if (answer.way !== null) return { kind: "accepted", way: answer.way, ...person(answer) };
  const asked = all.filter(({ kind }) => kind === "changes-asked");
  return {
    kind: "changes-asked",
    ...person(answer),
    text: answer.text ?? "",
    positions: JSON.parse(answer.positions ?? "[]") as number[],
    round: asked.indexOf(answer) + 1,
    includedRounds,
  };
}
