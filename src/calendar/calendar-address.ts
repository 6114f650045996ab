import { type Database, engineOf } from "../platform/database/database.ts";
import { newId } from "../platform/ids.ts";
import { signatureOf } from "../platform/signatures.ts";
import type { Clock } from "../platform/time/clock.ts";
import type { Actor } from "../policy/actor.ts";
import { audit } from "../policy/audit.ts";
import type { LockActorAccount } from "../policy/personal-data.ts";
import {
  isConfirmed,
  mayInEveryRoom,
  requireRoomRight,
  requireSignedIn,
} from "../policy/rights.ts";

interface AddressDependencies {
  readonly database: Database;
  readonly secret: string;
  readonly publicUrl: string;
}

interface ChangeDependencies extends AddressDependencies {
  readonly clock: Clock;
  readonly lockActorAccount: LockActorAccount;
}

/** Addresses at which a calendar program reads due days without a login. */
export interface CalendarAddresses {
  readonly createdAt: number;
  /** Address of the calendar with the orders that are assigned to the person. */
  readonly assigned: string;
  /** Address of the calendar with all open orders; null for a person who may not see all orders. */
  readonly all: string | null;
}

/** Hides the addresses until the session has confirmed, because they work without a login. */
type HiddenAddresses = Pick<CalendarAddresses, "createdAt"> & { readonly assigned: null };

/** The actor's addresses; null if there are none. Throws "unauthenticated" and "forbidden". */
export async function readCalendarAddresses(
  dependencies: AddressDependencies,
  actor: Actor,
): Promise<CalendarAddresses | HiddenAddresses | null> {
  requireRoomRight(actor, "see order rooms");
  const { accountId } = requireSignedIn(actor);
  const feed = await dependencies.database.read
    .selectFrom("calendar_feeds")
    .select(["id", "created_at"])
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  if (feed === undefined) return null;
  return isConfirmed(actor)
    ? addressesOf(dependencies, actor, feed)
    : { createdAt: feed.created_at, assigned: null };
}

/**
 * Gives the actor new addresses. The former addresses stop working. `seen`: `createdAt` of the
 * addresses that the actor saw, or null when there were none. A repeated call changes nothing,
 * because `seen` no longer matches. Throws "unauthenticated" and "forbidden".
 */
export async function renewCalendarAddresses(
  dependencies: ChangeDependencies,
  actor: Actor,
  seen: number | null,
): Promise<CalendarAddresses> {
  requireRoomRight(actor, "use calendar addresses");
  const { accountId, email } = requireSignedIn(actor);
  const { database, clock, lockActorAccount } = dependencies;
  return database.write(async (tx) => {
    await lockActorAccount(tx, accountId);
    const former = await tx
      .selectFrom("calendar_feeds")
      .select(["id", "created_at"])
      .where("account_id", "=", accountId)
      // The second of two concurrent clicks waits here, and then finds the addresses of the first
      // click.
      .$if(engineOf(tx) === "postgres", (query) => query.forUpdate())
      .executeTakeFirst();
    if (former !== undefined && former.created_at !== seen) {
      return addressesOf(dependencies, actor, former);
    }
    const at = clock();
    // `created_at` always increases, because `seen` identifies the addresses by this time.
    const feed = { id: newId(), created_at: Math.max(at, (former?.created_at ?? 0) + 1) };
    const stored = await tx
      .insertInto("calendar_feeds")
      .values({ account_id: accountId, ...feed })
      .onConflict((conflict) =>
        conflict
          .column("account_id")
          .doUpdateSet(feed)
          .where("calendar_feeds.id", "=", former?.id ?? ""),
      )
      .returning("id")
      .executeTakeFirst();
    if (stored === undefined) {
      // A concurrent click created the first addresses after this click had found none.
      const other = await tx
        .selectFrom("calendar_feeds")
        .select(["id", "created_at"])
        .where("account_id", "=", accountId)
        .executeTakeFirstOrThrow();
      return addressesOf(dependencies, actor, other);
    }
    await audit(tx, actor, {
      action: former === undefined ? "Create calendar address" : "Renew calendar address",
      subject: "account",
      subjectId: accountId,
      label: email,
      before: null,
      after: {},
      at,
    });
    return addressesOf(dependencies, actor, feed);
  });
}

/** Ends the actor's addresses at once. Throws "unauthenticated" and "forbidden". */
export async function removeCalendarAddresses(
  { database, clock }: Pick<ChangeDependencies, "database" | "clock">,
  actor: Actor,
): Promise<void> {
  requireRoomRight(actor, "see order rooms");
  const { accountId, email } = requireSignedIn(actor);
  await database.write(async (tx) => {
    const removed = await tx
      .deleteFrom("calendar_feeds")
      .where("account_id", "=", accountId)
      .returning("id")
      .executeTakeFirst();
    if (removed === undefined) return;
    await audit(tx, actor, {
      action: "Remove calendar address",
      subject: "account",
      subjectId: accountId,
      label: email,
      before: {},
      after: null,
      at: clock(),
    });
  });
}

/**
 * Secret part of an address. The signature needs the secret of the installation, so a copy of the
 * database does not reveal the address.
 */
export function calendarSignature(secret: string, feedId: string): string {
  return signatureOf(secret, ["calendar", feedId]);
}

function addressesOf(
  { secret, publicUrl }: AddressDependencies,
  actor: Actor,
  feed: { readonly id: string; readonly created_at: number },
): CalendarAddresses {
  const address = `${publicUrl}/calendar/${feed.id}.${calendarSignature(secret, feed.id)}.ics`;
  return {
    createdAt: feed.created_at,
    assigned: address,
    all: mayInEveryRoom(actor, "see order rooms") ? `${address}?orders=all` : null,
  };
}
