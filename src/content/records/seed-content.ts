import { type Database, isUniqueViolation } from "#platform/database/database.ts";
import type { Clock } from "#platform/time/clock.ts";
import { system } from "#policy/actor.ts";
import { blocks } from "../model/blocks.ts";
import type { Block } from "../model/define.ts";
import { insertRecord } from "./record-writes.server.ts";
import { demonstrationAuthor } from "./stored-record.server.ts";

/**
 * Stores the demonstration content of a new installation. Does nothing if the database has any
 * record, also in the trash, so that an owner who deletes everything does not get the content
 * again.
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
    // A unique violation means that another process has just stored the content.
    if (!isUniqueViolation(error)) throw error;
  });
}
