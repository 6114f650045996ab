import type { Database } from "../../platform/database/database.ts";
import type { Actor } from "../../policy/actor.ts";
import { requireRight } from "../../policy/rights.ts";
import { blocks } from "../model/blocks.ts";
import type { Block } from "../model/define.ts";
import { listStored } from "../records/stored-record.server.ts";
import { type EditableRecord, editableRecord } from "./editable-record.ts";

/** Every record with a draft, in the order of the blocks and of the records in them. */
export async function listDrafts(
  { database }: { readonly database: Database },
  actor: Actor,
): Promise<EditableRecord[]> {
  requireRight(actor, "edit content");
  const drafts = (await listStored(database.read)).filter(({ draft }) => draft !== null);
  return (Object.values(blocks) as Block[]).flatMap((block) =>
    drafts.filter((record) => record.block === block).map(editableRecord),
  );
}
