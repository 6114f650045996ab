import type { Queries } from "#platform/database/database.ts";
import { preparedQuery } from "#platform/database/prepared-query.ts";
import { spellingOf } from "./address-spelling.ts";
import type { OwnAddresses } from "./page-addresses.ts";

/** Where the page or the article of a record is, or will be after the publication of its draft. */
export interface FoundPage {
  readonly id: string;
  readonly block: string;
  /** False at an address that only the page's draft has, and that only the team may see. */
  readonly isPublic: boolean;
}

/** The own page or article at a path; a published address comes before the address of a draft. */
export async function findOwnPage(queries: Queries, path: string): Promise<FoundPage | undefined> {
  const address = spellingOf(path);
  const rows = await pagesAt(queries, { address });
  const row = rows.find((each) => each.address === address) ?? rows[0];
  return row && { id: row.record_id, block: row.block, isPublic: row.address === address };
}

const pagesAt = preparedQuery((queries, { address }: { address: string }) =>
  queries
    .selectFrom("site_pages")
    .select(["record_id", "block", "address"])
    .where((where) =>
      where.or([where("address", "=", address), where("draft_address", "=", address)]),
    )
    .compile(),
);

/** Links to records in a text, which may be the JSON text of a record. */
const pageTargetsAnywhere = /\bpage:([\w-]{1,64})/g;

/** Ids of the records that the texts link to, each once. */
export function pagesTargetedIn(texts: readonly string[]): readonly string[] {
  const ids = texts
    .filter((text) => text.includes("page:"))
    .flatMap((text) => [...text.matchAll(pageTargetsAnywhere)].map((match) => match[1] ?? ""));
  return [...new Set(ids)];
}

/** Addresses of the published own pages that the texts link to by their ids. */
export async function ownAddressesIn(
  queries: Queries,
  texts: readonly string[],
): Promise<OwnAddresses> {
  const ids = pagesTargetedIn(texts);
  if (ids.length === 0) return new Map();
  const rows = await queries
    .selectFrom("site_pages")
    .select(["record_id", "path"])
    .where("record_id", "in", ids)
    .where("address", "is not", null)
    .execute();
  return new Map(rows.map(({ record_id, path }) => [record_id, path]));
}
