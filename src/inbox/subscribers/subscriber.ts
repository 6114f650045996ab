import type { Database, Queries } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId } from "#platform/ids.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";

/** A subscriber as REST returns it. */
export interface Subscriber {
  readonly _id: string;
  readonly subemail: string;
}

export function asSubscriber(row: { readonly id: string; readonly email: string }): Subscriber {
  return { _id: row.id, subemail: row.email };
}

export function subscribersOnTheList(queries: Queries) {
  return queries
    .selectFrom("subscribers")
    .where("confirmed_at", "is not", null)
    .where("removed_at", "is", null);
}

export function noSuchSubscriber(): AppError {
  return new AppError("not-found", "There is no such subscriber.");
}

interface RemoveSubscriberDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Removes a subscriber from the list. The removal can be undone for 30 days. Throws "not-found".
 */
export function removeSubscriber(
  dependencies: RemoveSubscriberDependencies,
  actor: Actor,
  id: string,
): Promise<Subscriber> {
  return setRemoved(dependencies, actor, id, true);
}

/**
 * Undoes `removeSubscriber`. Throws "not-found", also when the person has meanwhile
 * subscribed again, or has unsubscribed.
 */
export function putBackSubscriber(
  dependencies: RemoveSubscriberDependencies,
  actor: Actor,
  id: string,
): Promise<Subscriber> {
  return setRemoved(dependencies, actor, id, false);
}

async function setRemoved(
  { database, clock }: RemoveSubscriberDependencies,
  actor: Actor,
  id: string,
  isRemoved: boolean,
): Promise<Subscriber> {
  requireRight(actor, "update subscribers");
  if (!canBeId(id)) throw noSuchSubscriber();
  return database.write(async (tx) => {
    const row = await tx
      .updateTable("subscribers")
      .set({ removed_at: isRemoved ? clock() : null })
      .where("id", "=", id)
      .where("removed_at", isRemoved ? "is" : "is not", null)
      .returning(["id", "email"])
      .executeTakeFirst();
    if (row === undefined) throw noSuchSubscriber();
    await audit(tx, actor, {
      action: isRemoved ? "Remove subscriber" : "Put back subscriber",
      subject: "subscriber",
      subjectId: id,
      label: row.email,
      before: { removed: !isRemoved },
      after: { removed: isRemoved },
      at: clock(),
    });
    return asSubscriber(row);
  });
}
