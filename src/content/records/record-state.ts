import type { Block } from "../model/define.ts";

/** Texts by field name. */
export type Values = Readonly<Record<string, string>>;

/** Draft text of one field. */
export interface DraftText {
  readonly text: string;
  /** Published text when the field entered the draft; "" in an unpublished record. */
  readonly over: string;
}

/** Fields that a draft changes; others follow the published values. */
export type DraftTexts = Readonly<Record<string, DraftText>>;

/** Content of a record at one revision. */
export interface RecordState {
  /** Published values; null before the first publication. */
  readonly published: Values | null;
  /** Null without a draft. */
  readonly draft: DraftTexts | null;
}

/** Published values of every current field of the block; "" for missing ones. */
export function publishedValues(block: Block, { published }: RecordState): Values {
  return valuesBy(block, (name) => published?.[name] ?? "");
}

/** Values with the draft for every current field of the block. */
export function editedValues(block: Block, { published, draft }: RecordState): Values {
  return valuesBy(block, (name) => draft?.[name]?.text ?? published?.[name] ?? "");
}

/**
 * The draft that results in `values`. Fields equal to the published ones are omitted, so no draft
 * remains when all are equal.
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
