import type { Queries } from "../../platform/database/database.ts";
import { readSingletons } from "../records/content-store.server.ts";
import { movableListings } from "./listings.ts";
import { movablePages, type PageAddresses, pageAddresses } from "./page-addresses.ts";

/** Where each page is at present. */
export async function readPageAddresses(queries: Queries): Promise<PageAddresses> {
  const blocks = movablePages.map((page) => movableListings[page]);
  const records = await readSingletons(queries, blocks);
  return pageAddresses((page) => records[movablePages.indexOf(page)]);
}
