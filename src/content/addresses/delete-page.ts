import type { WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Actor } from "#policy/actor.ts";
import { redirects } from "../blocks/redirects.ts";
import type { RevisionOfRecord } from "../history/restore-revision.ts";
import type { Block } from "../model/define.ts";
import { targetedPage } from "../model/links.ts";
import { schemaOf } from "../model/schema-of.ts";
import {
  type ContentDependencies,
  changeSite,
  requireFitting,
} from "../records/change-site.server.ts";
import {
  type Authorship,
  authorship,
  changePlace,
  changeState,
  insertRecord,
  requireEditing,
} from "../records/record-writes.server.ts";
import { lockRecord, publishedValues } from "../records/stored-record.server.ts";
import { textContaining } from "./list-missing-pages.ts";
import { requireEndOfRedirect, type TargetDependencies } from "./redirect-checks.server.ts";

/**
 * Moves an own page or an article to the trash, and leaves a redirect from its address: to `leadsTo`,
 * to which its earlier addresses lead from then on too, or with "" one that says that the page is
 * gone. The redirect from its address disappears when the page is put back. Returns the changes of
 * the other redirects, for an undo. Throws "invalid" for a new address at which visitors would find
 * nothing.
 */
export async function deletePage(
  deps: ContentDependencies & TargetDependencies,
  actor: Actor,
  block: Block,
  id: string,
  leadsTo: string,
): Promise<readonly RevisionOfRecord[]> {
  requireEditing(actor, block);
  if (leadsTo !== "") await requireEndOfRedirect(deps, leadsTo);
  const by = authorship(actor, deps.clock);
  return changeSite(deps, by, async (tx) => {
    const page = await lockRecord(tx, block, id);
    const address = publishedValues(block, page).pageAddress ?? "";
    await changePlace(tx, page, "deleted", by);
    if (page.published === null || address === "") return [];
    if (targetedPage(leadsTo)?.id === id) throw leadsToItself();
    const way = {
      oldAddress: address,
      becameOf: leadsTo === "" ? "Gone" : "Moved",
      newAddress: leadsTo,
    };
    const values = parseOrThrow(schemaOf(redirects, deps.sectionKinds), way);
    const { _id } = await insertRecord(tx, redirects, values, by);
    const changes = leadsTo === "" ? [] : await leadEarlierAddresses(tx, id, leadsTo, by);
    for (const redirect of [_id, ...changes.map((change) => change.id)]) {
      await requireFitting(tx, deps, redirects, redirect);
    }
    return changes;
  });
}

/** Without an end of their own, the redirects to a page say that it is gone. */
async function leadEarlierAddresses(
  tx: WriteTransaction,
  id: string,
  leadsTo: string,
  by: Authorship,
): Promise<readonly RevisionOfRecord[]> {
  const changes: RevisionOfRecord[] = [];
  const earlier = await tx
    .selectFrom("content_records")
    .select("id")
    .where("block", "=", redirects.name)
    .where("deleted_at", "is", null)
    .where(textContaining("field_values", `page:${id}`))
    .execute();
  for (const { id: earlierId } of earlier) {
    const redirect = await lockRecord(tx, redirects, earlierId);
    if (redirect.published === null) continue;
    const published = { ...redirect.published, newAddress: leadsTo };
    const revision = await changeState(tx, redirect, { ...redirect, published }, "updated", by);
    changes.push({ id: earlierId, revision });
  }
  return changes;
}

function leadsToItself(): AppError {
  const message = "Visitors cannot be sent to the page that you delete. Choose another page.";
  return new AppError("invalid", message, { issues: [{ path: "leadsTo", message }] });
}
