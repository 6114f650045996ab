import type { Database } from "../../platform/database/database.ts";
import { canBeId } from "../../platform/ids.ts";
import type { Clock } from "../../platform/time/clock.ts";
import type { Actor } from "../../policy/actor.ts";
import { audit } from "../../policy/audit.ts";
import { requireRight } from "../../policy/rights.ts";
import { asSubscriber, noSuchSubscriber, type Subscriber } from "./subscriber.ts";

interface RemoveSubscriberDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/** Removes a subscriber from the list; can be undone for 30 days. Throws "not-found". */
export function removeSubscriber(
  dependencies: RemoveSubscriberDependencies,
  actor: Actor,
  id: string,
): Promise<Subscriber> {
  return setRemoved(dependencies, actor, id, true);
}

/**
 * Undoes the removal of a subscriber. Throws "not-found", also when the person has left or
 * subscribed again meanwhile.
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
