import { belowEntry, type headerMenu, inMenu } from "#content/blocks/menus.ts";
import type { EditableRecord } from "#content/drafts/editable-record.ts";

/** An entry of a menu, with the entry below which it stands. */
export interface PlacedEntry {
  readonly id: string;
  /** Name of the menu's block. */
  readonly block: string;
  readonly menu: string;
  readonly label: string;
  readonly leadsTo: string;
  readonly parent: { readonly id: string; readonly label: string } | null;
}

type Menu = Pick<typeof headerMenu, "name" | "title">;

/** The entries of a menu in their order. Who stands below whom follows from the order. */
export function placedEntries(
  { name: block, title: menu }: Menu,
  records: readonly Pick<EditableRecord, "_id" | "values">[],
): PlacedEntry[] {
  let over: PlacedEntry["parent"] = null;
  return records.map(({ _id: id, values }) => {
    const { entryLabel: label = "", leadsTo = "", entryPlace } = values;
    const parent = entryPlace === belowEntry ? over : null;
    if (parent === null) over = { id, label };
    return { id, block, menu, label, leadsTo, parent };
  });
}

const chosen = "below:";

/** What the form keeps for a place that was chosen by name; the record has only the level. */
export function belowNamed(id: string): string {
  return `${chosen}${id}`;
}

/** The entry that a value of the form names; null for the level alone. */
export function parentNamed(value: string): string | null {
  return value.startsWith(chosen) ? value.slice(chosen.length) : null;
}

interface SentPlace {
  readonly values: Readonly<Record<string, string>>;
  readonly parent?: string | null;
}

/** The values of a menu entry as they are stored, and the entry below which it is put. */
export function sentPlace(
  values: Readonly<Record<string, string>>,
  stored: Readonly<Record<string, string>> | null,
): SentPlace {
  const { entryPlace = inMenu } = values;
  const parent = parentNamed(entryPlace);
  if (parent !== null) return { values: { ...values, entryPlace: belowEntry }, parent };
  const leavesParent = entryPlace === inMenu && stored?.entryPlace === belowEntry;
  return leavesParent ? { values, parent: null } : { values };
}
