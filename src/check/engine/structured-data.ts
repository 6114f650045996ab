import type { Place } from "./check.ts";
import type { ReadPage } from "./read-page.ts";

interface StructuredItem {
  readonly types: readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
  readonly place: Place;
}

interface StructuredData {
  readonly items: readonly StructuredItem[];
  readonly unreadable: readonly { readonly reason: string; readonly place: Place }[];
}

const deepest = 20;
const mostItems = 500;

/** All items with a type in the JSON-LD of a page, also those inside other items. */
export function structuredDataOf(page: ReadPage): StructuredData {
  const items: StructuredItem[] = [];
  const unreadable: StructuredData["unreadable"][number][] = [];
  for (const script of page.scripts) {
    if (!/^\s*application\/ld\+json\b/i.test(script.attributes.get("type") ?? "")) continue;
    try {
      collect(JSON.parse(script.rawText()), script.place, items, 0);
    } catch (error) {
      const reason = error instanceof Error ? error.message : "It is not JSON.";
      unreadable.push({ reason, place: script.place });
    }
  }
  return { items, unreadable };
}

function collect(value: unknown, place: Place, items: StructuredItem[], depth: number): void {
  if (typeof value !== "object" || value === null || depth > deepest || items.length > mostItems)
    return;
  if (Array.isArray(value)) {
    for (const one of value) collect(one, place, items, depth + 1);
    return;
  }
  const fields = value as Record<string, unknown>;
  const types = [fields["@type"]].flat().filter((type) => typeof type === "string");
  if (types.length > 0) {
    const names = types.map((type) => type.replace(/^https?:\/\/schema\.org\//, ""));
    items.push({ types: names, fields, place });
  }
  for (const field of Object.values(fields)) collect(field, place, items, depth + 1);
}
