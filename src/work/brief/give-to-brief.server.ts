import { createHash } from "node:crypto";
import { addOrderFiles } from "#conversation/files/order-files.ts";
import { storePassword } from "#conversation/passwords/add-order-password.ts";
import { storeReplacement } from "#conversation/passwords/change-order-password.ts";
import { decryptedPassword } from "#conversation/passwords/order-password.ts";
import { passwordFields } from "#conversation/passwords/order-password-form.ts";
import type { OrderPasswordRow } from "#conversation/passwords/order-password-tables.server.ts";
import { longestPasswordFields } from "#conversation/passwords/password-lengths.ts";
import type { ReceivedFile } from "#files/private-files.ts";
import { discardFilesIn } from "#files/receive-file.ts";
import type { Order } from "#orders/order.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import type { FieldIssue } from "#platform/errors.ts";
import type { LimitedDependencies } from "#platform/rate-limit.ts";
import type { Actor } from "#policy/actor.ts";
import type { BriefQuestion } from "./brief-questions.ts";
import { passwordVersion, type StoredBrief } from "./brief-record.server.ts";

export const noQuestion = "There is no such question.";

export const filesPath = (questionId: string) => `files.${questionId}`;
export const passwordPath = (questionId: string) => `passwords.${questionId}.password`;
const userNamePath = (questionId: string) => `passwords.${questionId}.userName`;

export interface BriefFile {
  readonly questionId: string;
  readonly file: ReceivedFile;
}

interface TypedPassword {
  readonly userName: string;
  readonly password: string;
  /** Version of the password that the customer saw; "" for none. */
  readonly version: string;
}

interface Typed {
  readonly files: readonly BriefFile[];
  readonly passwords: Readonly<Record<string, TypedPassword>>;
}

interface PasswordChange extends TypedPassword {
  readonly question: BriefQuestion;
  /** The stored password that the change replaces; undefined for the first password. */
  readonly former: OrderPasswordRow | undefined;
}

export interface Given {
  readonly files: readonly BriefFile[];
  /** Received files to discard: repeated files, and files for an unknown question. */
  readonly needless: readonly BriefFile[];
  readonly passwords: readonly PasswordChange[];
  readonly issues: readonly FieldIssue[];
}

export function hasGiven({ files, passwords }: Given): boolean {
  return files.length > 0 || passwords.length > 0;
}

/**
 * Finds the files and passwords of a form that the brief does not have yet, and returns an issue
 * for each file or password that the brief cannot accept.
 */
export function compareGiven(secret: string, brief: StoredBrief, typed: Typed): Given {
  const questionOf = (id: string, kind: "files" | "secret") =>
    brief.questions.find((question) => question.id === id && question.kind === kind);
  const issues: FieldIssue[] = [];
  const files: BriefFile[] = [];
  const needless: BriefFile[] = [];
  for (const sent of typed.files) {
    const { questionId, file } = sent;
    const isKnown = questionOf(questionId, "files") !== undefined;
    if (!isKnown) issues.push({ path: filesPath(questionId), message: noQuestion });
    const there = [
      ...(brief.files.get(questionId) ?? []),
      ...files.filter((other) => other.questionId === questionId).map((other) => other.file),
    ];
    // A form that was sent twice contains files that the brief already has.
    const isThere = there.some(
      ({ name, contentHash }) => name === file.name && contentHash === file.contentHash,
    );
    if (isKnown && !isThere) files.push(sent);
    else needless.push(sent);
  }
  const passwords: PasswordChange[] = [];
  for (const [questionId, password] of Object.entries(typed.passwords)) {
    const question = questionOf(questionId, "secret");
    if (question === undefined) {
      issues.push({ path: passwordPath(questionId), message: noQuestion });
      continue;
    }
    const change = { ...password, question, former: brief.passwords.get(questionId) };
    if (isStored(secret, change)) continue;
    const faults = faultsOfPassword(change);
    issues.push(...faults);
    if (faults.length === 0) passwords.push(change);
  }
  return { files, needless, passwords, issues };
}

/** True if the fields are empty, or if their password is stored because the form was sent twice. */
function isStored(secret: string, { userName, password, former }: PasswordChange): boolean {
  if (password === "") return userName === "" || userName === former?.user_name;
  if (former === undefined) return false;
  const isSameUser = userName === "" || userName === former.user_name;
  return isSameUser && decryptedPassword(secret, former) === password;
}

function faultsOfPassword(change: PasswordChange): readonly FieldIssue[] {
  const { question, userName, password, version, former } = change;
  const fields = [
    [userNamePath(question.id), passwordFields.userName.safeParse(userName)],
    [passwordPath(question.id), passwordFields.password.safeParse(password)],
  ] as const;
  const faults = fields.flatMap(([path, { error }]) =>
    error === undefined ? [] : [{ path, message: error.issues[0]?.message ?? error.message }],
  );
  if (faults.length > 0 || version === passwordVersion(former)) return faults;
  const message =
    former === undefined
      ? "You have deleted this password in another window. Enter it again to save it."
      : "You have entered another password in another window. Enter the password again to replace it.";
  return [{ path: passwordPath(question.id), message }];
}

interface Giving {
  readonly order: Order;
  readonly given: Given;
  readonly at: number;
}

/** Requires a locked order. Throws the errors of `addOrderFiles` and `storePassword`. */
export async function storeGiven(
  tx: WriteTransaction,
  dependencies: LimitedDependencies,
  actor: Actor,
  { order, given, at }: Giving,
): Promise<void> {
  const room = { order, side: "customer" } as const;
  for (const [questionId, sent] of Map.groupBy(given.files, (one) => one.questionId)) {
    const files = sent.map(({ file }) => file);
    await addOrderFiles(tx, actor, room, { files, questionId, at });
  }
  await discardFilesIn(
    tx,
    given.needless.map(({ file }) => file.id),
  );
  for (const { question, userName, password, former } of given.passwords) {
    const fields = {
      label: former?.label ?? question.question.slice(0, longestPasswordFields.label),
      userName: userName || (former?.user_name ?? ""),
      address: former?.address ?? "",
      password,
    };
    if (former !== undefined) {
      await storeReplacement(tx, dependencies, former, fields);
      continue;
    }
    const key = keyOf(order.id, question.id);
    await storePassword(tx, dependencies, actor, { room, fields, key, questionId: question.id });
  }
}

/** Idempotency key of the password of a question, so that the password is stored once. */
function keyOf(orderId: string, questionId: string): string {
  return createHash("sha256").update(`${orderId} ${questionId}`).digest("base64url");
}
