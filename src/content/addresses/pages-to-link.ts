import type { Database, Queries } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { articles } from "../blocks/articles.ts";
import { footerMenu, headerMenu } from "../blocks/menus.ts";
import { findBlock } from "../model/blocks.ts";
import { editedValues, findStored } from "../records/stored-record.server.ts";
import { originalKind, type Section, sectionsIn } from "../sections/section.ts";
import { pagesTargetedIn } from "./own-pages.server.ts";

interface PageToLink {
  readonly id: string;
  readonly title: string;
  readonly isArticle: boolean;
  readonly isPublished: boolean;
}

/** More are not offered in a list; a page that a menu has is always among them. */
const mostOffered = 300;

/** Own pages, then the newest articles, for fields in which a link is chosen. */
export async function pagesToLink(
  { database: { read } }: { readonly database: Database },
  actor: Actor,
): Promise<readonly PageToLink[]> {
  requireRight(actor, "edit content");
  const inMenus = await pagesOfMenus(read);
  const pages = () =>
    read.selectFrom("site_pages").select(["record_id", "block", "title", "address"]);
  const [own, newest, used] = await Promise.all([
    pages()
      .where("block", "!=", articles.name)
      .orderBy("title")
      .orderBy("record_id")
      .limit(mostOffered)
      .execute(),
    pages()
      .where("block", "=", articles.name)
      .orderBy("day", "desc")
      .orderBy("record_id", "desc")
      .limit(mostOffered)
      .execute(),
    inMenus.length === 0 ? [] : pages().where("record_id", "in", inMenus).execute(),
  ]);
  const rows = new Map([...own, ...newest, ...used].map((row) => [row.record_id, row]));
  return [...rows.values()].map(({ record_id: id, block, title, address }) => ({
    id,
    title,
    isArticle: block === articles.name,
    isPublished: address !== null,
  }));
}

/** Titles of the own pages that links lead to, by their ids. */
export async function titlesOfLinkedPages(
  { database }: { readonly database: Database },
  actor: Actor,
  links: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  requireRight(actor, "edit content");
  const ids = pagesTargetedIn(links);
  if (ids.length === 0) return new Map();
  const rows = await database.read
    .selectFrom("site_pages")
    .select(["record_id", "title"])
    .where("record_id", "in", ids)
    .execute();
  return new Map(rows.map(({ record_id, title }) => [record_id, title]));
}

async function pagesOfMenus(queries: Queries): Promise<readonly string[]> {
  const rows = await queries
    .selectFrom("content_records")
    .select(["field_values", "draft_values"])
    .where("block", "in", [headerMenu.name, footerMenu.name])
    .where("deleted_at", "is", null)
    .execute();
  return pagesTargetedIn(rows.flatMap((row) => [row.field_values, row.draft_values ?? ""]));
}

/** The sections of an own page or article to which a link can lead; none for an unknown id. */
export async function sectionsToLink(
  { database }: { readonly database: Database },
  actor: Actor,
  id: string,
): Promise<readonly Section[]> {
  requireRight(actor, "edit content");
  const record = await findStored(database.read, id);
  if (record === undefined || record.deletedAt !== null) return [];
  if (findBlock(record.block.name)?.isRead !== "alone") return [];
  return sectionsIn(editedValues(record.block, record).sections ?? "").filter(
    ({ kind, isHidden }) => kind !== originalKind && !isHidden,
  );
}
