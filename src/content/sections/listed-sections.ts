import { originalKind, type Section, sectionsIn } from "./section.ts";

/** A section that a page of the specification came with. */
interface Original {
  /** The anchor of the section. */
  readonly id: string;
  /** True for a section that the page got in a later version. */
  readonly isLater?: boolean | undefined;
}

/**
 * The sections of a page that came with sections, from top to bottom, with hidden ones. `stored` is the
 * value of the page's field; "" means the original sections. A section that the page got in a
 * later version, and that the owner therefore cannot have placed, stands after its predecessor.
 */
export function listedSections(originals: readonly Original[], stored: string): readonly Section[] {
  const listed = sectionsIn(stored);
  if (listed.length === 0) return originals.map(asSection);
  const known = new Set(originals.map(({ id }) => id));
  const sections = listed.filter(({ id, kind }) => kind !== originalKind || known.has(id));
  for (const [index, original] of originals.entries()) {
    if (!original.isLater || listed.some(({ id }) => id === original.id)) continue;
    const before = originals.slice(0, index).map(({ id }) => id);
    const place = sections.findLastIndex(
      ({ id, kind }) => kind === originalKind && id === before.at(-1),
    );
    const last = sections.findLastIndex(
      ({ id, kind }) => kind === originalKind && before.includes(id),
    );
    sections.splice((place < 0 ? last : place) + 1, 0, asSection(original));
  }
  return sections;
}

function asSection({ id }: Original): Section {
  return { id, kind: originalKind, values: {} };
}
