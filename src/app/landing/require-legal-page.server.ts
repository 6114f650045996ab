import { data, type RouterContextProvider } from "react-router";
import type { Block } from "../../content/model/define.ts";
import { readSingletons } from "../../content/records/content-store.server.ts";
import { servicesOf } from "../app-context.server.ts";

/** Throws a 404 while a legal page has no text. */
export async function requireLegalPage(
  context: Readonly<RouterContextProvider>,
  block: Block,
): Promise<void> {
  const [page] = await readSingletons(servicesOf(context).database.read, [block]);
  if (page === undefined) throw data(null, { status: 404 });
}
