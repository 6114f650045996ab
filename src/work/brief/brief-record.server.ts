import { createHash } from "node:crypto";
import type { OrderPasswordRow } from "#conversation/passwords/order-password-tables.server.ts";
import type { Order } from "#orders/order.ts";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { acceptanceEventsOf } from "#stages/acceptance-events.server.ts";
import { type BriefEventKind, phaseOf } from "#stages/brief-phase.ts";
import { type BriefPhase, type Stage, stageOf } from "#stages/delivery-stage.ts";
import { type Answers, type BriefQuestion, isAsked, takesAnswer } from "./brief-questions.ts";
import type { BriefAnswerRow, BriefEventRow, BriefRow } from "./brief-tables.server.ts";

/** A file that answers a question. */
interface GivenFile {
  readonly id: string;
  readonly name: string;
  readonly contentHash: string;
}

/** A brief with its answers, and the stage of its order. */
export interface StoredBrief {
  readonly row: BriefRow;
  readonly questions: readonly BriefQuestion[];
  /** By the id of the question. */
  readonly rows: ReadonlyMap<string, BriefAnswerRow>;
  readonly answers: Answers;
  /** Files by the id of the question, the oldest file first. */
  readonly files: ReadonlyMap<string, readonly GivenFile[]>;
  /** By the id of the question. */
  readonly passwords: ReadonlyMap<string, OrderPasswordRow>;
  /** Oldest first. */
  readonly events: readonly BriefEventRow[];
  readonly phase: BriefPhase;
  readonly stage: Stage;
}

/** Undefined for an order without a brief. */
export async function readBrief(queries: Queries, order: Order): Promise<StoredBrief | undefined> {
  const row = await queries
    .selectFrom("order_briefs")
    .selectAll()
    .where("order_id", "=", order.id)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const answerRows = await queries
    .selectFrom("order_brief_answers")
    .selectAll()
    .where("order_id", "=", order.id)
    .execute();
  const events = await briefEventsOf(queries, order.id);
  const phase = phaseOf(events);
  const rows = new Map(answerRows.map((answer) => [answer.question_id, answer]));
  return {
    row,
    questions: JSON.parse(row.questions) as BriefQuestion[],
    rows,
    answers: answersIn(rows),
    files: await givenFiles(queries, order.id),
    passwords: await givenPasswords(queries, order.id),
    events,
    phase,
    stage: stageOf(order, await acceptanceEventsOf(queries, order.id), phase),
  };
}

async function givenFiles(
  queries: Queries,
  orderId: string,
): Promise<ReadonlyMap<string, readonly GivenFile[]>> {
  const rows = await queries
    .selectFrom("order_files")
    .innerJoin("private_files", "private_files.id", "order_files.file_id")
    .select(["question_id as questionId", "file_id as id", "name", "content_hash as contentHash"])
    .where("order_files.order_id", "=", orderId)
    .where("order_files.question_id", "is not", null)
    .where("private_files.state", "=", "stored")
    .orderBy("order_files.created_at")
    .orderBy("order_files.file_id")
    .execute();
  return Map.groupBy(rows, ({ questionId }) => questionId ?? "");
}

async function givenPasswords(
  queries: Queries,
  orderId: string,
): Promise<ReadonlyMap<string, OrderPasswordRow>> {
  const rows = await queries
    .selectFrom("order_passwords")
    .selectAll()
    .where("order_id", "=", orderId)
    .where("question_id", "is not", null)
    .execute();
  return new Map(rows.map((row) => [row.question_id ?? "", row]));
}

/**
 * Version of a stored password; "" without a password. A form that replaces a password names its
 * version.
 */
export function passwordVersion(row: OrderPasswordRow | undefined): string {
  return row === undefined ? "" : `${row.id}-${row.version}`;
}

interface GivenAnswers extends Pick<StoredBrief, "answers"> {
  /** Ids of questions that are answered with files, and with passwords. */
  readonly files: { readonly has: (questionId: string) => boolean };
  readonly passwords: { readonly has: (questionId: string) => boolean };
}

/** True for a question with an answer, a file or a password. */
export function isAnswered(
  { answers, files, passwords }: GivenAnswers,
  { id }: BriefQuestion,
): boolean {
  return Boolean(answers.get(id)) || files.has(id) || passwords.has(id);
}

function answersIn(rows: ReadonlyMap<string, BriefAnswerRow>): Answers {
  return new Map([...rows].map(([id, { value }]) => [id, value]));
}

/** Oldest first. */
export async function briefEventsOf(
  queries: Queries,
  orderId: string,
): Promise<readonly BriefEventRow[]> {
  return queries
    .selectFrom("order_brief_events")
    .selectAll()
    .where("order_id", "=", orderId)
    .orderBy("id")
    .execute();
}

/** Phase of the brief of an order; "none" for an order without a brief. */
export async function briefPhase(queries: Queries, orderId: string): Promise<BriefPhase> {
  return phaseOf(await briefEventsOf(queries, orderId));
}

const onceOf = {
  begun: "begin",
  sent: "end",
  skipped: "end",
  "work-started": "work",
  acknowledged: null,
} as const;

/**
 * Throws if the order already has an event of this kind, except for acknowledgements. An order
 * cannot have both "sent" and "skipped" either.
 */
export async function addBriefEvent(
  tx: WriteTransaction,
  orderId: string,
  { kind, author, at }: Pick<BriefEventRow, "kind" | "author" | "at">,
): Promise<void> {
  const event = { id: newId(), order_id: orderId, kind, once: onceOf[kind], author, at };
  await tx.insertInto("order_brief_events").values(event).execute();
}

export function eventOf(
  events: readonly BriefEventRow[],
  kind: BriefEventKind,
): BriefEventRow | undefined {
  return events.find((event) => event.kind === kind);
}

/** Why the customer cannot change the answers, as a sentence; null while they can be changed. */
export function closedBecause(order: Order, { events, phase, stage }: StoredBrief): string | null {
  if (order.paymentStatus === "Refunded") {
    return "This order was refunded, so its answers can no longer be changed.";
  }
  if (order.paymentStatus !== "Paid") return "Questions can be answered once the order is paid.";
  if (eventOf(events, "skipped") || (phase === "open" && stage !== "awaiting-brief")) {
    return "We have begun without these answers. If there is something that we should know, write to us on the order’s page.";
  }
  return stage === "accepted"
    ? "This order is complete, so its answers can no longer be changed."
    : null;
}

/** Questions that the customer should answer, given the answers so far. */
export function askedQuestions(
  questions: readonly BriefQuestion[],
  answers: Answers,
): readonly BriefQuestion[] {
  return questions.filter(
    (question) => takesAnswer(question) && isAsked(question, questions, answers),
  );
}

/** Changed answers of a sent brief that the team has not acknowledged. */
export function changedAnswers({ rows, events }: Pick<StoredBrief, "rows" | "events">) {
  if (eventOf(events, "sent") === undefined) return [];
  return [...rows.values()].filter(({ value, acknowledged }) => value !== acknowledged);
}

/**
 * Version of an answer. A save names the version that its form showed, so that it overwrites no
 * newer answer. An answer that was not given has the version "".
 */
export function answerVersion(value: string): string {
  return value === "" ? "" : createHash("sha256").update(value).digest("base64url").slice(0, 20);
}

/** Version of all answers. A change of any answer changes the version. */
export function briefVersion({ questions, answers }: StoredBrief): string {
  return answerVersion(JSON.stringify(questions.map(({ id }) => answers.get(id) ?? "")));
}
