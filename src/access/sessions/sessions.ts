import type { Database, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId } from "#platform/ids.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Actor, SignedInActor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requirePerson } from "#policy/keys.ts";
import { instantOf } from "./authentication-tables.server.ts";
import type { AccessDependencies, RequestHeaders } from "./sign-in.ts";

/**
 * The first match wins, because the user agents of many browsers also name other browsers, such as
 * Edge "Chrome" and "Safari".
 */
const browsers: readonly (readonly [name: string, mark: RegExp])[] = [
  ["Edge", /\bEdg(e|A|iOS)?\//],
  ["Opera", /\b(OPR|Opera)\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /\bSafari\//],
];

const systems: readonly (readonly [name: string, mark: RegExp])[] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["Mac", /\b(Macintosh|Mac OS X)\b/],
  ["Chromebook", /\bCrOS\b/],
  ["Linux", /\bLinux\b/],
];

export function deviceOf(userAgent: string | null): string {
  const browser = named(browsers, userAgent ?? "");
  const system = named(systems, userAgent ?? "");
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  return browser ?? system ?? "Another program";
}

function named(marks: typeof browsers, userAgent: string): string | undefined {
  return marks.find(([, mark]) => mark.test(userAgent))?.[0];
}

/** Leaves out the session's token, which is secret. */
export interface Session {
  readonly id: string;
  readonly device: string;
  /** IP address of the client at sign-in; "" if unknown. */
  readonly address: string;
  readonly since: number;
  /** Time of the last use, to the hour. */
  readonly lastSeen: number;
  readonly isThis: boolean;
}

interface SessionDependencies {
  readonly access: AccessDependencies;
  readonly database: Database;
  readonly clock: Clock;
}

/** Returns the current session first, then the most recently used. */
export async function listSessions(
  { access }: Pick<SessionDependencies, "access">,
  actor: Actor,
  headers: RequestHeaders,
): Promise<Session[]> {
  const { accountId } = requirePerson(actor);
  const { internalAdapter } = await access.authentication.$context;
  const own = await sessionBehind(access, headers);
  const rows = await internalAdapter.listSessions(accountId, { onlyActiveSessions: true });
  return rows
    .map((row) => ({
      id: row.id,
      device: deviceOf(row.userAgent ?? null),
      address: row.ipAddress ?? "",
      since: instantOf(row.createdAt),
      lastSeen: instantOf(row.updatedAt),
      isThis: row.id === own,
    }))
    .sort((a, b) => Number(b.isThis) - Number(a.isThis) || b.lastSeen - a.lastSeen);
}

/** Throws "not-found". */
export async function endSession(
  { database, clock }: Pick<SessionDependencies, "database" | "clock">,
  actor: Actor,
  sessionId: string,
): Promise<void> {
  const own = requirePerson(actor);
  if (!canBeId(sessionId)) throw sessionGone();
  await database.write(async (tx) => {
    const ended = await tx
      .deleteFrom("session")
      .where("id", "=", sessionId)
      .where("userId", "=", own.accountId)
      .returning("userAgent")
      .execute();
    if (ended.length === 0) throw sessionGone();
    await auditEnd(tx, own, ended, clock());
  });
}

export async function endOtherSessions(
  { access, database, clock }: SessionDependencies,
  actor: Actor,
  headers: RequestHeaders,
): Promise<number> {
  const own = requirePerson(actor);
  const present = await sessionBehind(access, headers);
  return database.write(async (tx) => {
    const ended = await tx
      .deleteFrom("session")
      .where("userId", "=", own.accountId)
      .where("id", "!=", present)
      .returning("userAgent")
      .execute();
    if (ended.length > 0) await auditEnd(tx, own, ended, clock());
    return ended.length;
  });
}

async function sessionBehind(
  { authentication }: AccessDependencies,
  headers: RequestHeaders,
): Promise<string> {
  const present = await authentication.api.getSession({ headers });
  return present?.session.id ?? "";
}

async function auditEnd(
  tx: WriteTransaction,
  actor: SignedInActor,
  ended: readonly { readonly userAgent: string | null }[],
  at: number,
): Promise<void> {
  await audit(tx, actor, {
    action: "End own sessions",
    subject: "account",
    subjectId: actor.accountId,
    label: actor.email,
    before: ended.map(({ userAgent }) => deviceOf(userAgent)),
    after: null,
    at,
  });
}

function sessionGone(): AppError {
  return new AppError("not-found", "This session has already ended.");
}
