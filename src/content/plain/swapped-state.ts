import { exampleInPlaceOf } from "../model/business-facts.ts";
import type { Block } from "../model/define.ts";
import {
  type DraftTexts,
  editedValues,
  type RecordState,
  type Values,
} from "../records/stored-record.server.ts";
import { otherSet, seedsOf, type WordSet } from "./plain-seeds.ts";

/**
 * A record before and after the last swap of the site's words, which made them `to`. Both states are
 * the same for a record that the swap left as it was.
 */
export interface LastSwap {
  readonly to: WordSet;
  readonly before: RecordState;
  readonly after: RecordState;
}

/** True for a block whose two sets of words differ. */
export function isSwappable(block: Block): boolean {
  const plain = seedsOf(block, "plain");
  return seedsOf(block, "farm").some((farm, index) =>
    Object.keys(farm).some((name) => farm[name] !== plain[index]?.[name]),
  );
}

/**
 * A record with the demonstration texts of another set of words; texts of the owner stay. A text
 * that is as the last swap left it becomes what it was before that swap, because by the text alone
 * nobody can tell whose it is: the plain portrait is "", and so is one that the owner removed.
 */
export function swappedState(
  block: Block,
  state: RecordState,
  to: WordSet,
  last?: LastSwap,
): RecordState {
  const swap = swapIn(block, to, state.published ?? editedValues(block, state));
  const undone = last?.to === otherSet[to] ? last : undefined;
  const swapPart = (part: (state: RecordState) => Values): Values => {
    const [before, after] = [undone && part(undone.before), undone && part(undone.after)];
    return Object.fromEntries(
      Object.entries(part(state)).map(([name, text]) => [
        name,
        after?.[name] === text ? (before?.[name] ?? text) : swap(name, text),
      ]),
    );
  };
  return {
    published: state.published && swapPart(publishedIn),
    draft: state.draft && draftOf(swapPart(draftTextsIn), swapPart(textsUnderDraft)),
  };
}

const publishedIn = ({ published }: RecordState): Values => published ?? {};
const draftTextsIn = ({ draft }: RecordState) => eachOf(draft, ({ text }) => text);
const textsUnderDraft = ({ draft }: RecordState) => eachOf(draft, ({ over }) => over);

function eachOf(draft: DraftTexts | null, textOf: (text: DraftTexts[string]) => string): Values {
  return Object.fromEntries(
    Object.entries(draft ?? {}).map(([name, each]) => [name, textOf(each)]),
  );
}

function draftOf(texts: Values, under: Values): DraftTexts {
  const names = Object.keys(texts);
  return Object.fromEntries(
    names.map((name) => [name, { text: texts[name] ?? "", over: under[name] ?? "" }]),
  );
}

/** What each text of a record becomes. */
function swapIn(block: Block, to: WordSet, values: Values): (name: string, text: string) => string {
  const [seeds, targets] = [seedsOf(block, otherSet[to]), seedsOf(block, to)];
  // Tried first, because two seeds may have one text that becomes two.
  const own = seedOf(block, seeds, values);
  const order = [...new Set(own === -1 ? [] : [own]).union(new Set(seeds.keys()))];
  return (name, text) => {
    if (text === "") return text;
    for (const index of order) {
      const [seeded, target] = [seeds[index]?.[name] ?? "", targets[index]?.[name] ?? ""];
      const swapped = exampleInPlaceOf(seeded, text, target);
      if (swapped !== null) return swapped;
    }
    return text;
  };
}

const telling = new Set(["text", "paragraph", "image", "url"]);

/** Index of the seed with which a record shares the most texts that no other seed has; -1 for none. */
function seedOf(block: Block, seeds: readonly Values[], values: Values): number {
  const names = Object.keys(block.fields).filter((name) =>
    telling.has(block.fields[name]?.kind ?? ""),
  );
  const shared = seeds.map(
    (seed) =>
      names.filter((name) => {
        const text = seed[name] ?? "";
        const isItsOwn = seeds.every((other) => other === seed || other[name] !== text);
        return text !== "" && isItsOwn && exampleInPlaceOf(text, values[name] ?? "", "") !== null;
      }).length,
  );
  const most = Math.max(0, ...shared);
  return most === 0 ? -1 : shared.indexOf(most);
}
