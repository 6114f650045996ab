import type { Queries } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";

/** A subscriber as REST returns it. */
export interface Subscriber {
  readonly _id: string;
  readonly subemail: string;
}

export function asSubscriber(row: { readonly id: string; readonly email: string }): Subscriber {
  return { _id: row.id, subemail: row.email };
}

/** Subscribers on the list: confirmed and not removed. */
export function subscribersOnTheList(queries: Queries) {
  return queries
    .selectFrom("subscribers")
    .where("confirmed_at", "is not", null)
    .where("removed_at", "is", null);
}

export function noSuchSubscriber(): AppError {
  return new AppError("not-found", "There is no such subscriber.");
}
