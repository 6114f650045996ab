import { sectionKinds } from "#app/landing/kinds/section-kinds.ts";
import { originalKind, type Section } from "#content/sections/section.ts";
import type { OriginalSection } from "./original-sections.ts";

export interface SectionName {
  /** What the section says, or what it is if it says nothing. */
  readonly title: string;
  /** Kind of the section, unless the title says so already. */
  readonly kind: string;
}

/** Names a section in lists, conflicts and the history, with the originals of its page. */
export function rowNameOf(
  section: Section,
  originals: readonly OriginalSection[] = [],
): SectionName {
  if (section.kind === originalKind) {
    const original = originals.find(({ id }) => id === section.id);
    return { title: original?.title ?? section.id, kind: "" };
  }
  const kind = sectionKinds.get(section.kind);
  if (kind === undefined) return { title: "Section of an unknown kind", kind: section.kind };
  const said = section.values[kind.labelField]?.trim().split("\n")[0] ?? "";
  return said === "" ? { title: kind.title, kind: "" } : { title: said, kind: kind.title };
}
