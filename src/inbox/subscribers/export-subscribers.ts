import type { Database } from "../../platform/database/database.ts";
import { csvRow } from "../../platform/texts/csv.ts";
import { isoTime } from "../../platform/time/dates.ts";
import type { Actor } from "../../policy/actor.ts";
import { listSubscribers } from "./list-subscribers.ts";
import { unsubscribeUrl } from "./subscription-links.ts";

interface ExportDependencies {
  readonly database: Database;
  readonly publicUrl: string;
  readonly secret: string;
}

/**
 * Who is on the list as CSV, oldest first, in parts to be sent on as they come. Each row has the
 * address at which this subscriber leaves the list, for whatever program sends the newsletter.
 * Throws "unauthenticated" and "forbidden" at the first step.
 */
export async function* exportSubscribers(
  { database, publicUrl, secret }: ExportDependencies,
  actor: Actor,
): AsyncGenerator<string> {
  const chunks = listSubscribers({ database }, actor);
  const first = await chunks.next();
  yield csvRow(["Email", "Subscribed", "Unsubscribe"]);
  for (let chunk = first; !chunk.done; chunk = await chunks.next()) {
    const rows = chunk.value.map(({ _id, subemail, subscribedAt }) =>
      csvRow([subemail, isoTime(subscribedAt), unsubscribeUrl(publicUrl, secret, _id)]),
    );
    yield rows.join("");
  }
}
