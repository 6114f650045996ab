import type { Section } from "#content/sections/section.ts";

type Sections = readonly Section[];

/** Inserts a section before the section that is at `index` now. */
export function inserted(sections: Sections, index: number, section: Section): Sections {
  return sections.toSpliced(index, 0, section);
}

/** Moves a section to the place `to`, counted without the section itself. */
export function moved(sections: Sections, id: string, to: number): Sections {
  const section = sections.find((each) => each.id === id);
  if (section === undefined) return sections;
  const others = sections.filter((each) => each !== section);
  const place = Math.min(Math.max(to, 0), others.length);
  return sections[place] === section ? sections : others.toSpliced(place, 0, section);
}

/** Inserts a copy with the id `copyId` below a section. */
export function duplicated(sections: Sections, id: string, copyId: string): Sections {
  return sections.flatMap((each) => (each.id === id ? [each, { ...each, id: copyId }] : [each]));
}

export function removed(sections: Sections, id: string): Sections {
  return sections.filter((each) => each.id !== id);
}

export function shownOrHidden(sections: Sections, id: string, isHidden: boolean): Sections {
  return changed(sections, id, ({ isHidden: _before, ...section }) =>
    isHidden ? { ...section, isHidden } : section,
  );
}

export function withValue(sections: Sections, id: string, field: string, text: string): Sections {
  return changed(sections, id, (section) => ({
    ...section,
    values: { ...section.values, [field]: text },
  }));
}

/** Leaves all other sections as they are, so that only the row of the changed one renders. */
function changed(sections: Sections, id: string, change: (section: Section) => Section): Sections {
  return sections.map((each) => (each.id === id ? change(each) : each));
}

/**
 * Id of a new section, such as "quote-k3f9a". The random part keeps the sections apart that two
 * editors add to a page at the same time.
 */
export function newSectionId(kind: string): string {
  const name = kind.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `${name}-${crypto.randomUUID().replaceAll("-", "").slice(0, 6)}`;
}
