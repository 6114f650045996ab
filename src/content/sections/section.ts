import { z } from "zod";
import type { Fields } from "../model/define.ts";

/** One section of a page. */
export interface Section {
  /** Unique on its page and never changed; the `id` of the section's element, so links can name it. */
  readonly id: string;
  /** Name of its kind, or `originalKind` for a section that the page came with. */
  readonly kind: string;
  readonly isHidden?: true | undefined;
  /** Text of each field of the kind; empty for a section that the page came with. */
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Kind of a section that a page of the specification came with. Its texts are in the blocks that it
 * shows, and its id is the section's anchor.
 */
export const originalKind = "original";

/** What `content` needs to know of a section kind; `app/landing/kinds/` declares the kinds. */
export interface SectionKind<F extends Fields = Fields> {
  /** Stored in every section of the kind, so it never changes once released. */
  readonly name: string;
  readonly title: string;
  readonly fields: F;
  /** Field whose text names the section in lists and messages. */
  readonly labelField: string;
}

/** Section kinds by name. */
export type SectionKinds = ReadonlyMap<string, SectionKind>;

export const mostSections = 200;

const sectionSchema = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]{0,59}$/),
  kind: z.string().regex(/^[a-z][a-zA-Z0-9-]{0,39}$/),
  isHidden: z.literal(true).optional(),
  values: z.record(z.string().regex(/^[a-zA-Z][\w]{0,39}$/), z.string()),
});

const sectionsSchema = z.array(sectionSchema).max(mostSections);

/** The sections in the value of a field; empty for "" and for a text that is no list of sections. */
export function sectionsIn(value: string): readonly Section[] {
  if (value === "") return noSections;
  const known = knownSections.get(value);
  if (known !== undefined) return known;
  const sections = parsed(value)?.data ?? noSections;
  if (knownSections.size >= mostKnown) knownSections.clear();
  knownSections.set(value, sections);
  return sections;
}

const noSections: readonly Section[] = [];
/** Sections by their text, because each entry of a menu asks whether its section is shown. */
const knownSections = new Map<string, readonly Section[]>();
const mostKnown = 30;

export function sectionsText(sections: readonly Section[]): string {
  return sections.length === 0 ? "" : JSON.stringify(sections);
}

/** Ids of elements around the sections (`app/ui/site-frame/`), which links of each page name. */
const idsOfFrame: readonly string[] = [
  "content",
  "article",
  "subscribe-email",
  "sprout",
  "furrow-lines",
  "furrow-rows",
];

/** Why a value is no list of sections, as the end of a sentence that begins with the field's label. */
export function faultOfSections(value: string): string | null {
  const result = parsed(value);
  if (result === null) return "must be a list of sections";
  if (!result.success) {
    const isTooLong = result.error.issues.some(
      ({ code, path }) => code === "too_big" && path.length === 0,
    );
    return isTooLong ? `can have at most ${mostSections} sections` : "must be a list of sections";
  }
  const ids = result.data.map(({ id }) => id);
  const taken = ids.find((id) => idsOfFrame.includes(id));
  if (taken !== undefined)
    return `has a section with the id “${taken}”, which each page has already`;
  return new Set(ids).size === ids.length ? null : "has two sections with one id";
}

/** Names a section for people: "Quote, “Marion”". */
export function nameOfSection({ kind, values }: Section, kinds: SectionKinds): string {
  const known = kinds.get(kind);
  const label = known === undefined ? "" : (values[known.labelField] ?? "").trim();
  const title = known?.title ?? "Section";
  return label === "" ? title : `${title}, “${label}”`;
}

function parsed(value: string) {
  try {
    return sectionsSchema.safeParse(JSON.parse(value));
  } catch {
    return null;
  }
}
