import { type Database, isUniqueViolation } from "../../platform/database/database.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { system } from "../../policy/actor.ts";
import { blocks } from "../model/blocks.ts";
import type { Block } from "../model/define.ts";
import { demonstrationAuthor } from "../model/demonstration.ts";
import { insertRecord } from "./record-writes.server.ts";

/**
 * Writes what a fresh installation says, once: an owner who empties a list does not get the
 * demonstration back, because its records are in the trash.
 */
export async function seedContent(database: Database, clock: Clock): Promise<void> {
  const seeding = database.write(async (tx) => {
    const any = await tx.selectFrom("content_records").select("id").limit(1).executeTakeFirst();
    if (any !== undefined) return;
    const by = { actor: system, author: demonstrationAuthor, at: clock() };
    for (const block of Object.values(blocks) as Block[]) {
      for (const values of block.seed) {
        await insertRecord(tx, block, values, by);
      }
    }
  });
  await seeding.catch((error) => {
    // Another process that started at the same moment was first; its singletons stand in the way.
    if (!isUniqueViolation(error)) throw error;
  });
}
