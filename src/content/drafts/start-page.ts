import { AppError } from "#platform/errors.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Actor } from "#policy/actor.ts";
import { spellingOf } from "../addresses/address-spelling.ts";
import { readPageAddresses, requireFreePath } from "../addresses/move-pages.server.ts";
import { articles } from "../blocks/articles.ts";
import { pages } from "../blocks/pages.ts";
import type { Block } from "../model/define.ts";
import { schemaOf } from "../model/schema-of.ts";
import type { ContentDependencies } from "../records/change-site.server.ts";
import { requireEditing } from "../records/record-writes.server.ts";
import type { EditableRecord } from "./editable-record.ts";
import { saveDraft } from "./save-draft.ts";

const { pageTitle, pageAddress } = pages.fields;
const startBlock: Block = { ...pages, fields: { pageTitle, pageAddress } } as Block;
const startSchema = schemaOf(startBlock);

interface Start {
  readonly pageTitle: string;
  readonly pageAddress: string;
  /** Values of the other fields, such as those of a pattern. */
  readonly others: Readonly<Record<string, string>>;
}

/**
 * Adds a page as a draft. Unlike any other draft it needs a title and a free address, so that its
 * author learns at once, and not when the page is published. Throws "invalid" with the field.
 */
export async function startPage(
  deps: ContentDependencies,
  actor: Actor,
  { others, ...start }: Start,
): Promise<EditableRecord> {
  requireEditing(actor, pages);
  const named = parseOrThrow(startSchema, start);
  await requireFree(deps, named.pageAddress ?? "", "Choose another.");
  return saveDraft(deps, actor, pages, null, { values: { ...others, ...named } });
}

/**
 * Adds an article as a draft, whose address follows from its title. Throws "invalid" for an address
 * that another page has.
 */
export async function startArticle(
  deps: ContentDependencies,
  actor: Actor,
  values: Readonly<Record<string, string>> & { readonly pageAddress: string },
): Promise<EditableRecord> {
  requireEditing(actor, articles);
  const { pageAddress: address } = values;
  if (address !== "") await requireFree(deps, address, "Choose another title.");
  return saveDraft(deps, actor, articles, null, { values });
}

async function requireFree(
  deps: ContentDependencies,
  address: string,
  advice: string,
): Promise<void> {
  const { read } = deps.database;
  requireFreePath(await readPageAddresses(read), address, deps);
  const spelling = spellingOf(address);
  const taken = await read
    .selectFrom("site_pages")
    .select("title")
    .where((where) =>
      where.or([where("address", "=", spelling), where("draft_address", "=", spelling)]),
    )
    .executeTakeFirst();
  if (taken === undefined) return;
  const message = `The address ${address} belongs to the page “${taken.title}”. ${advice}`;
  throw new AppError("invalid", message, { issues: [{ path: "pageAddress", message }] });
}
