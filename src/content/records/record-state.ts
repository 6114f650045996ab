import type { Block } from "../model/define.ts";

/** Texts by field name. */
export type Values = Readonly<Record<string, string>>;

/** What a draft puts in the place of what the site says in one field. */
export interface DraftText {
  readonly text: string;
  /** What the site said there when the field entered the draft; "" in an unpublished record. */
  readonly over: string;
}

/** Only the fields that a draft changes: the others follow what is published. */
export type DraftTexts = Readonly<Record<string, DraftText>>;

/** What a record says at one revision. */
export interface RecordState {
  /** What the site says; null while it was never published. */
  readonly published: Values | null;
  /** Null without a draft. */
  readonly draft: DraftTexts | null;
}

/** What the site says in every field that the block has today; "" where it says nothing. */
export function publishedValues(block: Block, { published }: RecordState): Values {
  return valuesBy(block, (name) => published?.[name] ?? "");
}

/** What the record says with its draft, in every field that the block has today. */
export function editedValues(block: Block, { published, draft }: RecordState): Values {
  return valuesBy(block, (name) => draft?.[name]?.text ?? published?.[name] ?? "");
}

/**
 * The draft that makes a record say `values`. A field that says what the site says is not in it, so
 * a draft that was edited back to what the site says is none.
 */
export function draftFor(
  block: Block,
  { published, draft: earlier }: RecordState,
  values: Values,
): DraftTexts | null {
  const texts = Object.keys(block.fields).flatMap((name): [string, DraftText][] => {
    const text = values[name] ?? "";
    const said = published?.[name] ?? "";
    return text === said ? [] : [[name, { text, over: earlier?.[name]?.over ?? said }]];
  });
  return texts.length === 0 && published !== null ? null : Object.fromEntries(texts);
}

export function sameValues(block: Block, one: Values, other: Values): boolean {
  return Object.keys(block.fields).every((name) => (one[name] ?? "") === (other[name] ?? ""));
}

function valuesBy(block: Block, textOf: (name: string) => string): Values {
  return Object.fromEntries(Object.keys(block.fields).map((name) => [name, textOf(name)]));
}
