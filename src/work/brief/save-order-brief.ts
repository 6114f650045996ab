import { z } from "zod";
import { addOrderNews } from "#conversation/news/order-news.server.ts";
import type { EmailingDependencies } from "#mail/mailer.ts";
import { isOwn, lockCustomerOrder, orderNotFound } from "#orders/find-order.ts";
import type { Order } from "#orders/order.ts";
import { selectOrder } from "#orders/order-store.server.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { AppError, type FieldIssue } from "#platform/errors.ts";
import {
  countAttempt,
  type LimitedDependencies,
  limiterOf,
  type RateLimit,
} from "#platform/rate-limit.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Actor } from "#policy/actor.ts";
import type { LockActorAccount } from "#policy/personal-data.ts";
import { requireRight, requireSignedIn } from "#policy/rights.ts";
import {
  type BriefQuestion,
  faultOfAnswer,
  normalAnswer,
  takesAnswer,
  takesText,
} from "./brief-questions.ts";
import {
  answerVersion,
  askedQuestions,
  changedAnswers,
  closedBecause,
  eventOf,
  isAnswered,
  readBrief,
  type StoredBrief,
} from "./brief-record.server.ts";
import { type BriefDependencies, endBrief } from "./end-brief.server.ts";
import {
  type BriefFile,
  compareGiven,
  filesPath,
  hasGiven,
  noQuestion,
  passwordPath,
  storeGiven,
} from "./give-to-brief.server.ts";
import { type OrderBrief, shownBrief } from "./read-order-brief.ts";

const questionId = z.string().max(100);

const briefPassword = z.strictObject({
  userName: z.string("A user name is text.").default("").meta({
    description: 'When a password is replaced, "" keeps the user name',
  }),
  password: z.string("A password is text."),
  version: z.string("A version is text.").default("").meta({
    description: "Version of the password that this one replaces",
  }),
});

export const briefAnswersForm = z.strictObject({
  answers: z
    .record(questionId, z.string("An answer is text."), "List the answers by question.")
    .meta({
      description:
        'Answers by the id of the question; "" removes an answer. Several choices are one text with a line for each choice. Questions that are left out keep their answers',
    }),
  versions: z.record(questionId, z.string("A version is text.")).default({}).meta({
    description:
      "Versions of the answers that you have read, by the id of the question. A question that had no answer needs none",
  }),
  passwords: z.record(questionId, briefPassword).default({}).meta({
    description:
      "Passwords by the id of the question. They are stored with the passwords of the order, and no answer contains them",
  }),
});

type BriefAnswersForm = z.output<typeof briefAnswersForm>;

interface SaveDependencies extends EmailingDependencies, LimitedDependencies, BriefDependencies {
  readonly lockActorAccount: LockActorAccount;
}

/**
 * Saves answers of the customer's own order. Input: `briefAnswersForm`, and the received files; a
 * file that the question has already is discarded. Stores an answer only if the stored answer still
 * has the version that the customer has seen, so two open pages never overwrite each other. Valid
 * answers are stored even if others are not; the error "invalid" then lists the answers that were
 * not stored. Throws "unauthenticated", "not-found" (also for another customer's order and for an
 * order without a brief), "conflict" when the answers can no longer be changed, and "too-many".
 */
export async function saveBriefAnswers(
  dependencies: SaveDependencies,
  actor: Actor,
  orderId: string,
  input: unknown,
  files: readonly BriefFile[] = [],
): Promise<OrderBrief> {
  return changeBrief(dependencies, actor, orderId, { input, files, isSending: false });
}

/**
 * Saves answers like `saveBriefAnswers` and sends the brief, which tells the team. A brief that was
 * sent already stays sent. Without input, the stored answers are sent. Throws like
 * `saveBriefAnswers`, and "invalid" with an issue for each question that needs an answer.
 */
export async function sendBrief(
  dependencies: SaveDependencies,
  actor: Actor,
  orderId: string,
  input: unknown = { answers: {} },
  files: readonly BriefFile[] = [],
): Promise<OrderBrief> {
  return changeBrief(dependencies, actor, orderId, { input, files, isSending: true });
}

interface BriefChange {
  readonly input: unknown;
  readonly files: readonly BriefFile[];
  readonly isSending: boolean;
}

async function changeBrief(
  dependencies: SaveDependencies,
  actor: Actor,
  orderId: string,
  { input, files, isSending }: BriefChange,
): Promise<OrderBrief> {
  const { database, clock, lockActorAccount } = dependencies;
  requireRight(actor, "answer briefs");
  // Checks the rights before the input, so that another person learns nothing about the order.
  const found = await selectOrder(database.read, orderId);
  if (found === undefined || !isOwn(actor, found, "orders")) throw orderNotFound();
  const form = parseOrThrow<BriefAnswersForm>(briefAnswersForm, input);
  const { order, brief, issues } = await database.write(async (tx) => {
    await lockActorAccount(tx, requireSignedIn(actor).accountId);
    const order = await lockCustomerOrder(tx, actor, "orders", orderId);
    const before = await readBrief(tx, order);
    if (before === undefined) throw noBrief();
    const reason = closedBecause(order, before);
    const wasSent = eventOf(before.events, "sent") !== undefined;
    const given = compareGiven(dependencies.secret, before, { files, passwords: form.passwords });
    const { writes, issues: refused } = compareAnswers(before, form);
    const issues = [...refused, ...given.issues];
    const isChange = writes.length > 0 || hasGiven(given);
    // A repeated request changes nothing, so it succeeds even when the answers can no longer be
    // changed.
    if (reason !== null && (isChange || issues.length > 0 || !wasSent)) {
      throw new AppError("conflict", reason);
    }
    const at = clock();
    if (isChange) await countAttempt(tx, limiterOf(dependencies), [answerLimit(order.id)]);
    if (writes.length > 0) await storeAnswers(tx, order.id, writes, at);
    await storeGiven(tx, dependencies, actor, { order, given, at });
    const brief = isChange ? await requireBrief(tx, order) : before;
    if (wasSent) await noteChanges(tx, brief, at);
    const missing = isSending ? missingAnswers(brief, issues) : [];
    const all = [...issues, ...missing];
    if (!isSending || wasSent || all.length > 0) return { order, brief, issues: all };
    await storeSending(tx, dependencies, order, at);
    await addOrderNews(tx, order, { name: "briefSentOwner", at });
    return { order, brief: await requireBrief(tx, order), issues: all };
  });
  // The valid answers are stored by now, so that a mistake in one answer loses no other answer.
  if (issues.length > 0) {
    throw new AppError("invalid", sentenceAbout(issues), { issues });
  }
  return shownBrief(order, brief);
}

function sentenceAbout(issues: readonly FieldIssue[]): string {
  return issues.length === 1
    ? "One answer needs your attention. Everything else is saved."
    : `${issues.length} answers need your attention. Everything else is saved.`;
}

export function noBrief(): AppError {
  return new AppError("not-found", "This order has no brief.");
}

async function requireBrief(tx: WriteTransaction, order: Order): Promise<StoredBrief> {
  const brief = await readBrief(tx, order);
  if (brief === undefined) throw noBrief();
  return brief;
}

/**
 * Enough for a save after each pause of typing. Stops a flood of saves, which would delay other
 * writes.
 */
export function answerLimit(orderId: string): RateLimit {
  return { name: "brief-answers", attempts: 600, windowMs: 60 * 60_000, countedFor: orderId };
}

interface Write {
  readonly questionId: string;
  readonly value: string;
}

const answerPath = (questionId: string) => `answers.${questionId}`;

function compareAnswers({ questions, answers }: StoredBrief, form: BriefAnswersForm) {
  const byId = new Map(questions.map((question) => [question.id, question]));
  const writes: Write[] = [];
  const issues: FieldIssue[] = [];
  for (const [questionId, typed] of Object.entries(form.answers)) {
    const question = byId.get(questionId);
    const stored = answers.get(questionId) ?? "";
    const seen = Object.hasOwn(form.versions, questionId) ? form.versions[questionId] : "";
    const fault = faultOfChange(question, { typed, stored, seen: seen ?? "" });
    if (fault === null) continue;
    if (typeof fault === "string") issues.push({ path: answerPath(questionId), message: fault });
    else writes.push({ questionId, ...fault });
  }
  return { writes, issues };
}

interface Change {
  readonly typed: string;
  readonly stored: string;
  /** Version of the answer that the customer saw. */
  readonly seen: string;
}

/** Returns the value to store, the reason why it cannot be stored, or null for no change. */
function faultOfChange(
  question: BriefQuestion | undefined,
  { typed, stored, seen }: Change,
): string | { readonly value: string } | null {
  if (question === undefined || !takesAnswer(question)) return noQuestion;
  if (!takesText(question)) return faultOfAnswer(question, typed);
  const value = normalAnswer(question, typed);
  // The answer is stored already, or this page shows an older answer that nobody has touched.
  if (value === stored || (seen !== "" && answerVersion(value) === seen)) return null;
  if (seen === "" && value === "") return null;
  if (seen !== answerVersion(stored)) {
    return stored === ""
      ? "You have removed this answer in another window. Save again to keep the text that is here."
      : `You have changed this answer in another window, to “${shortened(stored)}”. Save again to keep the text that is here.`;
  }
  return faultOfAnswer(question, value) ?? { value };
}

function shortened(answer: string): string {
  const line = answer.replaceAll("\n", ", ");
  return line.length > 120 ? `${line.slice(0, 120)}…` : line;
}

async function storeAnswers(
  tx: WriteTransaction,
  orderId: string,
  writes: readonly Write[],
  at: number,
): Promise<void> {
  const rows = writes.map(({ questionId, value }) => ({
    order_id: orderId,
    question_id: questionId,
    value,
    answered_at: at,
  }));
  await tx
    .insertInto("order_brief_answers")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["order_id", "question_id"]).doUpdateSet((set) => ({
        value: set.ref("excluded.value"),
        answered_at: set.ref("excluded.answered_at"),
      })),
    )
    .execute();
}

/**
 * Stores the time of the first change of a sent brief that the team has not acknowledged. A change
 * that the customer has undone does not count.
 */
async function noteChanges(tx: WriteTransaction, brief: StoredBrief, at: number): Promise<void> {
  const changedAt = changedAnswers(brief).length === 0 ? null : (brief.row.changed_at ?? at);
  if (changedAt === brief.row.changed_at) return;
  await tx
    .updateTable("order_briefs")
    .set({ changed_at: changedAt })
    .where("order_id", "=", brief.row.order_id)
    .execute();
}

function missingAnswers(brief: StoredBrief, refused: readonly FieldIssue[]): readonly FieldIssue[] {
  return askedQuestions(brief.questions, brief.answers)
    .filter((question) => question.isRequired && !isAnswered(brief, question))
    .map(missingAnswer)
    .filter(({ path }) => !refused.some((issue) => issue.path === path));
}

function missingAnswer({ id, kind }: BriefQuestion): FieldIssue {
  if (kind === "files") return { path: filesPath(id), message: "Please choose at least one file." };
  if (kind === "secret") return { path: passwordPath(id), message: "Please enter the password." };
  return { path: answerPath(id), message: "Please answer this question." };
}

async function storeSending(
  tx: WriteTransaction,
  deps: BriefDependencies,
  order: Order,
  at: number,
): Promise<void> {
  await tx
    .updateTable("order_brief_answers")
    .set((set) => ({ acknowledged: set.ref("value") }))
    .where("order_id", "=", order.id)
    .execute();
  // The author is no email address, because append-only tables keep the author after a deletion of
  // the account.
  await endBrief(tx, deps, order, { kind: "sent", author: "customer", at });
}
