import type { AnyRecord, Block } from "#content/model/define.ts";
import type { SiteContent } from "#content/model/site-content.ts";

/**
 * The site content with the typed record: replaces the record with the same id, or adds a new
 * record. Only the typed record then has the block's exclusive mark.
 */
export function siteWith(
  site: SiteContent,
  key: string | undefined,
  block: Pick<Block, "shape" | "exclusiveMark">,
  typed: AnyRecord,
): SiteContent {
  if (key === undefined) return site;
  const current = (site as unknown as Record<string, AnyRecord | readonly AnyRecord[]>)[key];
  if (block.shape === "singleton") return { ...site, [key]: typed };
  const records = Array.isArray(current) ? (current as readonly AnyRecord[]) : [];
  const { exclusiveMark: mark } = block;
  const takesMark = mark !== undefined && (typed[mark] ?? "") !== "";
  const others = takesMark ? records.map((record) => ({ ...record, [mark]: "" })) : records;
  const replaced = others.map((record) => (record._id === typed._id ? typed : record));
  const isNew = !records.some(({ _id }) => _id === typed._id);
  return { ...site, [key]: isNew ? [...others, typed] : replaced };
}
