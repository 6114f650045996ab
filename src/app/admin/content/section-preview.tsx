import { blocks } from "../../../content/blocks.ts";
import type { AnyRecord, Block } from "../../../content/define.ts";
import type { SiteContent } from "../../../content/site-content.ts";
import { type PageSection, pageSections } from "../../landing/page-sections.tsx";

/** The sections of the site in which a block's records are seen. */
export function sectionsShowing(block: Block): readonly PageSection[] {
  const key = keyOf(block);
  return Object.values(pageSections)
    .flat()
    .filter((section) => (section.blocks as readonly string[]).includes(key));
}

/** What the site would say with one record as it is being typed. */
export function siteWith(
  site: SiteContent,
  block: Block,
  id: string,
  values: Readonly<Record<string, string>>,
): SiteContent {
  const key = keyOf(block);
  const typed = { _id: id, ...values };
  const current = (site as unknown as Record<string, AnyRecord | readonly AnyRecord[]>)[key];
  if (block.shape === "singleton") return { ...site, [key]: typed };
  const records = Array.isArray(current) ? (current as readonly AnyRecord[]) : [];
  const replaced = records.map((record) => (record._id === id ? typed : record));
  const isNew = !records.some(({ _id }) => _id === id);
  return { ...site, [key]: isNew ? [...records, typed] : replaced };
}

function keyOf(block: Block): string {
  const entry = Object.entries(blocks).find(([, candidate]) => candidate.name === block.name);
  return entry?.[0] ?? "";
}
