import { AppError } from "../../platform/errors.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import { requireWay } from "../addresses/require-way.server.ts";
import { changeSite } from "../records/change-site.server.ts";
import type { ContentDependencies } from "../records/content-dependencies.ts";
import { editedValues } from "../records/record-state.ts";
import { authorship } from "../records/record-writes.server.ts";
import { listStored, lockRecords, type StoredRecord } from "../records/stored-record.server.ts";
import { labelOf } from "./editable-record.ts";
import { publishRecord } from "./publish-record.server.ts";

/**
 * Publishes every draft, or none. Throws "invalid" when some do not validate, with issues whose
 * path is `block/id/field`, and EditConflict as `publishDraft` does.
 */
export async function publishAllDrafts(
  deps: ContentDependencies,
  actor: Actor,
): Promise<{ readonly published: readonly string[] }> {
  requireRight(actor, "edit content");
  const by = authorship(actor, deps.clock);
  return changeSite(deps, by, async (tx) => {
    await lockRecords(tx);
    const drafts = (await listStored(tx)).filter(({ draft }) => draft !== null);
    const faults: AppError[] = [];
    const noteFaults = async (each: (record: StoredRecord) => Promise<void>) => {
      for (const record of drafts) {
        await each(record).catch((error) => faults.push(nameRecord(error, record)));
      }
    };
    await noteFaults((record) => publishRecord(tx, record, by));
    // After all of them: one may lead on from where another one does.
    if (faults.length === 0) await noteFaults(({ block, id }) => requireWay(tx, deps, block, id));
    if (faults.length > 0) throw allOf(faults);
    return { published: drafts.map(({ id }) => id) };
  });
}

/** Throws what is no fault of a draft's texts. */
function nameRecord(error: unknown, record: StoredRecord): AppError {
  if (!(error instanceof AppError) || error.code !== "invalid") throw error;
  const { block, id } = record;
  const label = labelOf(block, editedValues(block, record));
  const name = label === block.title ? label : `${block.title}, “${label}”`;
  return new AppError("invalid", `${name}: ${error.message}`, {
    issues: error.issues.map(({ path, message }) => ({
      path: `${block.name}/${id}/${path}`,
      message: `${name}: ${message}`,
    })),
  });
}

function allOf(faults: readonly AppError[]): AppError {
  const message = faults.map((fault) => fault.message).join(" ");
  return new AppError("invalid", message, { issues: faults.flatMap(({ issues }) => issues) });
}
