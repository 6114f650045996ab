import type { AnyRecord, Shape } from "#content/model/define.ts";
import type { SiteContent } from "#content/model/site-content.ts";

/**
 * The site content with the typed record: replaces the record with the same id, or adds a new
 * record.
 */
export function siteWith(
  site: SiteContent,
  key: string | undefined,
  shape: Shape,
  typed: AnyRecord,
): SiteContent {
  if (key === undefined) return site;
  const current = (site as unknown as Record<string, AnyRecord | readonly AnyRecord[]>)[key];
  if (shape === "singleton") return { ...site, [key]: typed };
  const records = Array.isArray(current) ? (current as readonly AnyRecord[]) : [];
  const replaced = records.map((record) => (record._id === typed._id ? typed : record));
  const isNew = !records.some(({ _id }) => _id === typed._id);
  return { ...site, [key]: isNew ? [...records, typed] : replaced };
}
