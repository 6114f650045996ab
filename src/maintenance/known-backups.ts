import type { Actor } from "../policy/actor.ts";

/** What the status needs to know about backups. */
export interface KnownBackups {
  /** How long after one the next is made; null when the server makes none by itself. */
  readonly everyMs: number | null;
  readonly lastGood: { readonly at: number; readonly bytes: number } | null;
  /** The last attempt, when it failed. */
  readonly failure: { readonly at: number; readonly words: string } | null;
}

/** Left out where nobody knows: then nothing is said about backups. */
export type ReadBackups = (actor: Actor) => Promise<KnownBackups>;
