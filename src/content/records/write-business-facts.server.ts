import type { WriteTransaction } from "#platform/database/database.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { hasFacts, type ShownFacts, withFacts } from "../model/business-facts.ts";
import type { Block } from "../model/define.ts";
import { seedsOf } from "../plain/plain-seeds.ts";
import { lockSite } from "./change-site.server.ts";
import { changeState } from "./record-writes.server.ts";
import {
  type DraftTexts,
  demonstrationAuthor,
  isDemonstration,
  listStored,
  lockRecords,
  type RecordState,
  type Values,
} from "./stored-record.server.ts";

interface FactsToWrite {
  readonly actor: Actor;
  readonly at: number;
  readonly before: ShownFacts;
  readonly after: ShownFacts;
}

/**
 * Writes the facts about the business into every text that still is a demonstration text, published
 * and in drafts. A text that a person has edited stays. `before` are the facts that the texts
 * contain now; an address that `after` lacks stays. Returns the titles of the changed blocks.
 */
export async function writeBusinessFacts(
  tx: WriteTransaction,
  { actor, at, before, after }: FactsToWrite,
): Promise<string[]> {
  await lockSite(tx);
  await lockRecords(tx);
  const by = { actor, author: authorOf(actor), at };
  const wanted = {
    name: after.name,
    address: after.address || before.address,
    phone: after.phone || before.phone,
    email: after.email || before.email,
  };
  const changed = new Set<string>();
  for (const record of await listStored(tx)) {
    const rewrite = rewriteIn(record.block, before, wanted);
    const published = record.published && rewrite(record.published);
    const draft = record.draft && rewriteDraft(record.draft, rewrite);
    const state: RecordState = {
      published: isSame(published, record.published) ? record.published : published,
      draft: isSame(draft, record.draft) ? record.draft : draft,
    };
    if (state.published === record.published && state.draft === record.draft) continue;
    await changeState(tx, record, state, "updated", by);
    changed.add(record.block.title);
    if (!isDemonstration({ ...record, ...state })) continue;
    // Only the name differs, so the text still counts as one that the owner has to replace.
    await tx
      .updateTable("content_records")
      .set({ author: demonstrationAuthor })
      .where("id", "=", record.id)
      .execute();
  }
  return [...changed];
}

type Rewrite = (values: Values) => Values;

function rewriteIn(block: Block, before: ShownFacts, after: ShownFacts): Rewrite {
  const seeds = [...seedsOf(block, "farm"), ...seedsOf(block, "plain")];
  return (values) => {
    const entries = Object.entries(values).map(([name, said]): [string, string] => {
      const examples = seeds.flatMap((seed) => seed[name] ?? []).filter(hasFacts);
      const example = examples.find((text) => said === text || said === withFacts(text, before));
      return [name, example === undefined ? said : withFacts(example, after)];
    });
    return Object.fromEntries(entries);
  };
}

function rewriteDraft(draft: DraftTexts, rewrite: Rewrite): DraftTexts {
  const entries = Object.entries(draft);
  const texts = rewrite(Object.fromEntries(entries.map(([name, { text }]) => [name, text])));
  const over = rewrite(Object.fromEntries(entries.map(([name, text]) => [name, text.over])));
  return Object.fromEntries(
    entries.map(([name]) => [name, { text: texts[name] ?? "", over: over[name] ?? "" }]),
  );
}

const isSame = (one: object | null, other: object | null) =>
  JSON.stringify(one) === JSON.stringify(other);
