import { z } from "zod";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import {
  type KeepableKind,
  keepableKinds,
  type WayIn,
  type WayInOfAccount,
} from "#policy/ways-in.ts";

/** Kinds to keep, in a request. By default nothing is kept. */
export const keepInput = z
  .array(z.enum(keepableKinds), "Name what to keep as a list.")
  .max(keepableKinds.length)
  .optional()
  .meta({ description: "What else opens the account and does not end; by default all of it ends" });

/** What else opens an account, such as "2 API keys". */
export interface OpenWay {
  readonly kind: WayIn["kind"];
  readonly label: string;
  /** Whether a person may choose to keep it. */
  readonly canStay: boolean;
}

export interface EndedWays {
  readonly ended: readonly OpenWay[];
  readonly kept: readonly OpenWay[];
}

/** All that opens the account besides the password, and besides the session `exceptToken`. */
export async function listWaysIn(
  queries: Queries,
  waysIn: readonly WayIn[],
  account: WayInOfAccount,
): Promise<OpenWay[]> {
  const open: OpenWay[] = [];
  for (const { kind, words, count } of waysIn) {
    const number = await count(queries, account);
    if (number === 0) continue;
    const label = `${number} ${words[number === 1 ? 0 : 1]}`;
    open.push({ kind, label, canStay: isKeepable(kind) });
  }
  return open;
}

function isKeepable(kind: WayIn["kind"]): kind is KeepableKind {
  return (keepableKinds as readonly string[]).includes(kind);
}

interface Ending extends WayInOfAccount {
  readonly keep?: readonly KeepableKind[] | undefined;
}

/**
 * Ends all that opens an account, except what the person keeps. Call this in the transaction that
 * recovers the account or changes its rights, after the account was locked.
 */
export async function endWaysIn(
  tx: WriteTransaction,
  waysIn: readonly WayIn[],
  { keep = [], ...account }: Ending,
): Promise<EndedWays> {
  const open = await listWaysIn(tx, waysIn, account);
  const stays = ({ kind }: { readonly kind: WayIn["kind"] }) =>
    isKeepable(kind) && keep.includes(kind);
  for (const way of waysIn) {
    if (!stays(way)) await way.end(tx, account);
  }
  return { ended: open.filter((way) => !stays(way)), kept: open.filter(stays) };
}

/** Adds the sessions that were open before better-auth ended them. */
export function withSessions(open: readonly OpenWay[], ends: EndedWays): EndedWays {
  const sessions = open.filter(({ kind }) => kind === "sessions");
  const others = ends.ended.filter(({ kind }) => kind !== "sessions");
  return { ...ends, ended: [...sessions, ...others] };
}

/** Lines of the email that tells a person of the change. */
export function factsOfEnded({ ended, kept }: EndedWays): [label: string, value: string][] {
  const line = (label: string, ways: readonly OpenWay[]): [string, string][] =>
    ways.length === 0 ? [] : [[label, ways.map((way) => way.label).join(", ")]];
  return [...line("Ended", ended), ...line("Still opens the account", kept)];
}

/** The part of an audit entry that says what was ended. */
export function auditedEnds({ ended, kept }: EndedWays): Record<string, string[]> {
  return {
    ...(ended.length > 0 && { ended: ended.map(({ label }) => label) }),
    ...(kept.length > 0 && { kept: kept.map(({ label }) => label) }),
  };
}
