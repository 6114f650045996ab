import { sectionKinds } from "#app/landing/kinds/section-kinds.ts";
import type { Field } from "#content/model/fields.ts";
import { plainTextOfRichText, richTextIn } from "#content/rich-text/rich-text.ts";
import { listedSections } from "#content/sections/listed-sections.ts";
import type { Section } from "#content/sections/section.ts";
import type { OriginalSection } from "./original-sections.ts";
import { rowNameOf } from "./section-names.ts";

const longestShown = 160;

/** What `after` changes in `before`, both values of a field of sections; one sentence for each change. */
export function changesInWords(
  before: string,
  after: string,
  originals: readonly OriginalSection[] = [],
): string[] {
  const [old, now] = [listedSections(originals, before), listedSections(originals, after)];
  const oldById = new Map(old.map((section) => [section.id, section]));
  const nowById = new Map(now.map((section) => [section.id, section]));
  const name = (section: Section) => {
    const { title, kind } = rowNameOf(section, originals);
    return kind === "" ? title : `${kind}, “${shortened(title)}”`;
  };
  const kept = now.filter(({ id }) => oldById.has(id));
  const places = old.filter(({ id }) => nowById.has(id)).map(({ id }) => id);
  const resting = longestRising(kept.map(({ id }) => places.indexOf(id)));
  const added = now.filter(({ id }) => !oldById.has(id)).map((each) => `Added: ${name(each)}`);
  const removed = old.filter(({ id }) => !nowById.has(id)).map((each) => `Deleted: ${name(each)}`);
  const moved = kept
    .filter(({ id }) => !resting.has(places.indexOf(id)))
    .map((each) => `Moved: ${name(each)}, now ${now.indexOf(each) + 1} of ${now.length}`);
  const changed = kept.flatMap((section) => {
    const was = oldById.get(section.id);
    if (was === undefined) return [];
    const hidden =
      was.isHidden === section.isHidden
        ? []
        : [`${section.isHidden ? "Hidden" : "Shown"}: ${name(section)}`];
    return [...hidden, ...textsChanged(was, section).map((text) => `${name(section)}: ${text}`)];
  });
  return [...added, ...removed, ...moved, ...changed];
}

function textsChanged(was: Section, is: Section): string[] {
  const fields = sectionKinds.get(is.kind)?.fields ?? {};
  const names = [...new Set([...Object.keys(was.values), ...Object.keys(is.values)])];
  return names
    .filter((name) => (was.values[name] ?? "") !== (is.values[name] ?? ""))
    .map((name) => {
      const field = fields[name];
      const text = shortened(plainText(field, is.values[name] ?? ""));
      return `${field?.label ?? name} ${text === "" ? "is empty" : `is “${text}”`}`;
    });
}

function plainText(field: Field | undefined, value: string): string {
  if (field?.kind === "choice") return field.labels?.[value] ?? value;
  return field?.kind === "richText" ? plainTextOfRichText(richTextIn(value)) : value;
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= longestShown ? line : `${line.slice(0, longestShown - 1)}…`;
}

/**
 * The most numbers that can stay where they are while the others move to make the list rise. Of two
 * neighbours that changed places, the one that moved up counts as moved.
 */
function longestRising(numbers: readonly number[]): ReadonlySet<number> {
  const best: number[][] = [];
  for (const [index, number] of numbers.entries()) {
    const before = best
      .slice(0, index)
      .filter((rising) => (rising.at(-1) ?? -1) < number)
      .reduce<number[]>((longest, each) => (each.length >= longest.length ? each : longest), []);
    best.push([...before, number]);
  }
  return new Set(
    best.reduce((longest, each) => (each.length >= longest.length ? each : longest), []),
  );
}
