const prefix = "#section/";

/** The part of a screen (`use-open-part.ts`) in which the form of a section is open. */
export function sectionPart(id: string): string {
  return `${prefix}${id}`;
}

/** Id of the section whose form is open; null without one. */
export function sectionIn(part: string): string | null {
  return part.startsWith(prefix) ? part.slice(prefix.length) : null;
}
