import {
  faultOfSections,
  originalKind,
  type Section,
  sectionsIn,
  sectionsText,
} from "./section.ts";

/** A value of a section that two edits changed differently. */
export type SectionConflict = {
  /** Id of the section. */
  readonly id: string;
  readonly kind: string;
  /** Name of the value. */
  readonly name: string;
  readonly yours: string;
  readonly theirs: string;
};

interface MergedSections {
  /** Both edits together, with `yours` in the conflicting values. */
  readonly merged: string;
  /** Both edits together, with `theirs` in the conflicting values. */
  readonly withTheirs: string;
  readonly conflicts: readonly SectionConflict[];
}

interface Edits {
  readonly base: string;
  readonly yours: string;
  readonly theirs: string;
}

/**
 * Merges two edits of one list of sections value by value. A section that one edit deleted and the
 * other changed stays, so that nothing typed is lost. The order is theirs, in which the sections that
 * you moved or added stand after the same section as in yours. `originals` are the ids of the
 * sections that "" stands for. Undefined for a text that is no list of sections.
 */
export function mergeSections(
  edits: Edits,
  originals: readonly string[] = [],
): MergedSections | undefined {
  const texts = [edits.base, edits.yours, edits.theirs];
  if (texts.some((text) => text !== "" && faultOfSections(text) !== null)) return undefined;
  const came = originals.map((id): Section => ({ id, kind: originalKind, values: {} }));
  const [base = [], yours = [], theirs = []] = texts.map((text) =>
    text === "" ? came : sectionsIn(text),
  );
  const conflicts: SectionConflict[] = [];
  const merged = new Map<string, { readonly mine: Section; readonly other: Section }>();
  const [inBase, inYours, inTheirs] = [byId(base), byId(yours), byId(theirs)];
  for (const id of new Set([...inTheirs.keys(), ...inYours.keys()])) {
    const [before, mine, other] = [inBase.get(id), inYours.get(id), inTheirs.get(id)];
    if (mine !== undefined && other !== undefined) {
      merged.set(id, mergeSection(before, mine, other, conflicts));
    } else {
      const left = mine ?? other;
      const isDeleted = before !== undefined && left !== undefined && isSame(before, left);
      if (left !== undefined && !isDeleted) merged.set(id, { mine: left, other: left });
    }
  }
  const order = mergedOrder(base, yours, theirs).filter((id) => merged.has(id));
  const textOf = (whose: "mine" | "other") => {
    const sections = order.flatMap((id) => merged.get(id)?.[whose] ?? []);
    return spelledLike(sections, edits, came);
  };
  return { merged: textOf("mine"), withTheirs: textOf("other"), conflicts };
}

function byId(sections: readonly Section[]): ReadonlyMap<string, Section> {
  return new Map(sections.map((section) => [section.id, section]));
}

function isSame(one: Section, other: Section): boolean {
  const names = new Set([...Object.keys(one.values), ...Object.keys(other.values)]);
  return (
    one.kind === other.kind &&
    one.isHidden === other.isHidden &&
    [...names].every((name) => (one.values[name] ?? "") === (other.values[name] ?? ""))
  );
}

function mergeSection(
  before: Section | undefined,
  mine: Section,
  other: Section,
  conflicts: SectionConflict[],
): { readonly mine: Section; readonly other: Section } {
  const isHidden = mine.isHidden === before?.isHidden ? other.isHidden : mine.isHidden;
  const [yours, theirs]: [Record<string, string>, Record<string, string>] = [{}, {}];
  for (const name of new Set([...Object.keys(other.values), ...Object.keys(mine.values)])) {
    const said = before?.values[name] ?? "";
    const [here = "", there = ""] = [mine.values[name], other.values[name]];
    const isConflict = here !== there && here !== said && there !== said;
    yours[name] = here === said ? there : here;
    theirs[name] = isConflict ? there : (yours[name] ?? "");
    if (isConflict) {
      conflicts.push({ id: mine.id, kind: mine.kind, name, yours: here, theirs: there });
    }
  }
  const shared = { id: mine.id, kind: mine.kind, ...(isHidden && { isHidden }) };
  return { mine: { ...shared, values: yours }, other: { ...shared, values: theirs } };
}

function mergedOrder(
  base: readonly Section[],
  yours: readonly Section[],
  theirs: readonly Section[],
): readonly string[] {
  const [before, mine, other] = [base, yours, theirs].map((list) => list.map(({ id }) => id));
  const unmoved = new Set(longestCommon(before ?? [], mine ?? []));
  const order = (other ?? []).filter((id) => unmoved.has(id) || !mine?.includes(id));
  for (const [index, id] of (mine ?? []).entries()) {
    if (order.includes(id)) continue;
    const above = (mine ?? []).slice(0, index).findLast((each) => order.includes(each));
    order.splice(above === undefined ? 0 : order.indexOf(above) + 1, 0, id);
  }
  return order;
}

/** The longest list of ids that both lists have in the same order. */
function longestCommon(one: readonly string[], other: readonly string[]): readonly string[] {
  let row: (readonly string[])[] = other.map(() => []);
  for (const id of one) {
    const next: (readonly string[])[] = [];
    for (const [index, each] of other.entries()) {
      const [left, above, corner] = [next[index - 1] ?? [], row[index] ?? [], row[index - 1] ?? []];
      next.push(each === id ? [...corner, id] : left.length > above.length ? left : above);
    }
    row = next;
  }
  return row.at(-1) ?? [];
}

/** The text of one of the edits if it says the same, so that an unchanged list keeps its bytes. */
function spelledLike(
  sections: readonly Section[],
  { base, yours, theirs }: Edits,
  came: readonly Section[],
): string {
  const text = sectionsText(sections);
  const same = [theirs, yours, base].find((each) => {
    const said = each === "" ? came : sectionsIn(each);
    return (
      said.length === sections.length &&
      said.every((section, index) => {
        const merged = sections[index];
        return merged !== undefined && section.id === merged.id && isSame(section, merged);
      })
    );
  });
  return same ?? text;
}
