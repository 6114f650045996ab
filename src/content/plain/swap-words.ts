import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { blocks } from "../model/blocks.ts";
import type { Block } from "../model/define.ts";
import { type ContentDependencies, changeSite, lockSite } from "../records/change-site.server.ts";
import type { ContentAction } from "../records/content-tables.server.ts";
import { type Authorship, authorship, changeState } from "../records/record-writes.server.ts";
import {
  demonstrationAuthor,
  hasSeededTexts,
  listStored,
  lockRecords,
  type RecordState,
  recordState,
} from "../records/stored-record.server.ts";
import type { WordSet } from "./plain-seeds.ts";
import { isSwappable, type LastSwap, swappedState } from "./swapped-state.ts";

/**
 * Writes the demonstration texts of all records, published and in drafts, in another set of words.
 * Texts that a person has edited stay. Swapping back restores every text. Returns how many records
 * changed. Throws "unauthenticated" and "forbidden".
 */
export async function swapWords(
  deps: ContentDependencies,
  actor: Actor,
  to: WordSet,
): Promise<number> {
  requireRight(actor, "edit content");
  const by = authorship(actor, deps.clock);
  return changeSite(deps, by, (tx) => swapWordsIn(tx, by, to));
}

/**
 * `swapWords` within a transaction of `changeSite`. The two sets have the same addresses, names of
 * plans and marks (`plain-words.test.ts`), so neither redirects nor marks have to follow. Locks all
 * records.
 */
export async function swapWordsIn(
  tx: WriteTransaction,
  by: Authorship,
  to: WordSet,
): Promise<number> {
  await lockSite(tx);
  await lockRecords(tx);
  const last = await readLastSwap(tx);
  let count = 0;
  const records = (await listStored(tx)).filter(({ block }) => swappable.has(block.name));
  for (const record of records) {
    const { block, id } = record;
    const state = asBefore(record, swappedState(block, record, to, last.get(id)));
    if (state.published === record.published && state.draft === record.draft) continue;
    await changeState(tx, record, state, actions[to], by);
    count += 1;
    const isStillInvented = hasSeededTexts({ ...record, ...state });
    if (record.author !== demonstrationAuthor || !isStillInvented) continue;
    // The panel goes on asking the owner to replace the invented texts.
    await tx
      .updateTable("content_records")
      .set({ author: demonstrationAuthor })
      .where("id", "=", id)
      .execute();
  }
  return count;
}

/** Names of the blocks whose two sets of words differ. */
export const swappable = new Set(
  (Object.values(blocks) as Block[]).filter(isSwappable).map(({ name }) => name),
);

/** `changeState` takes a part as unchanged if it is the same object. */
function asBefore(before: RecordState, after: RecordState): RecordState {
  const isSame = (one: object | null, other: object | null) =>
    JSON.stringify(one) === JSON.stringify(other);
  return {
    published: isSame(after.published, before.published) ? before.published : after.published,
    draft: isSame(after.draft, before.draft) ? before.draft : after.draft,
  };
}

const actions = { plain: "made-plain", farm: "made-farm" } as const;

/** What the last swap did to each record, by the id of the record. */
export async function readLastSwap(queries: Queries): Promise<ReadonlyMap<string, LastSwap>> {
  const last = await queries
    .selectFrom("content_history")
    .select(["at", "action"])
    .where("action", "in", Object.values(actions))
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return new Map();
  const rows = await rowsAround(queries, last);
  const to = last.action === actions.plain ? "plain" : "farm";
  return new Map(
    [...Map.groupBy(rows, (row) => row.record_id)].flatMap(([id, states]) => {
      const [before, after = before] = states.map(recordState);
      return before === undefined || after === undefined ? [] : [[id, { to, before, after }]];
    }),
  );
}

/** Each record as the swap found and left it; only once if the swap left it as it was. */
function rowsAround(queries: Queries, { at, action }: { at: number; action: ContentAction }) {
  const swapped = queries
    .selectFrom("content_history")
    .select(["record_id", "revision"])
    .where("at", "=", at)
    .where("action", "=", action)
    .as("swapped");
  const latest = queries
    .selectFrom("content_history")
    .select(["record_id", ({ fn }) => fn.max("revision").as("revision")])
    .where("block", "in", [...swappable])
    .where("at", "<=", at)
    .groupBy("record_id")
    .as("latest");
  return queries
    .selectFrom("content_history as history")
    .innerJoin(latest, "latest.record_id", "history.record_id")
    .leftJoin(swapped, "swapped.record_id", "history.record_id")
    .select(["history.record_id", "history.field_values", "history.draft_values"])
    .where(({ eb, ref, or, and }) =>
      or([
        eb("history.revision", "=", ref("swapped.revision")),
        eb("history.revision", "=", eb(ref("swapped.revision"), "-", 1)),
        and([
          eb("swapped.revision", "is", null),
          eb("history.revision", "=", ref("latest.revision")),
        ]),
      ]),
    )
    .orderBy("history.record_id")
    .orderBy("history.revision")
    .execute();
}

/** Writes the words of the site when a publication changes the words of the look. */
export const followWordsOfLook: NonNullable<ContentDependencies["onWordsChanged"]> = (
  tx,
  by,
  words,
) => swapWordsIn(tx, by, words === "Plain" ? "plain" : "farm");
