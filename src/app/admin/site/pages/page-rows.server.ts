import type { RouterContextProvider } from "react-router";
import { readList } from "#app/admin/frame/list/read-list.server.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { instantOf } from "#app/admin/messages/mail/mail-row.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import type { Block } from "#content/model/define.ts";
import { pageOfSitePages } from "#content/records/list-site-pages.ts";
import type { articlesList } from "../articles/articles-list.ts";
import type { PageRow, pagesList } from "./pages-list.tsx";

const pageSize = 50;

/** One page of the list of own pages or of articles, as its URL asks. */
export async function readPageRows(
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
  list: typeof pagesList | typeof articlesList,
  block: Block,
) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { search, shown } = await readList(services, actor, request, list);
  const [page, reader] = await Promise.all([
    pageOfSitePages(services, actor, { ...search, block, pageSize }),
    dateReader(services, request),
  ]);
  const items = page.items.map(
    ({ changedAt, title, ...each }): PageRow => ({
      ...each,
      title: title || `Untitled ${list.one}`,
      changed: instantOf(changedAt, reader),
    }),
  );
  return { shown, page: { ...page, items } };
}
