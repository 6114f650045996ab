import type { Queries } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";

/** Somebody on the list, as REST has it. */
export interface Subscriber {
  readonly _id: string;
  readonly subemail: string;
}

export function asSubscriber(row: { readonly id: string; readonly email: string }): Subscriber {
  return { _id: row.id, subemail: row.email };
}

/** Who is on the list: confirmed, and not taken off it. */
export function subscribersOnTheList(queries: Queries) {
  return queries
    .selectFrom("subscribers")
    .where("confirmed_at", "is not", null)
    .where("removed_at", "is", null);
}

export function noSuchSubscriber(): AppError {
  return new AppError("not-found", "There is no such subscriber.");
}
