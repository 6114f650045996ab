import type { RouterContextProvider } from "react-router";
import { findOwnPage } from "#content/addresses/own-pages.server.ts";
import type { Block, RecordOf } from "#content/model/define.ts";
import { readSitePage } from "#content/records/content-store.server.ts";
import { pictureFactsFor } from "#media/picture-facts.server.ts";
import { may } from "#policy/rights.ts";
import { actorOf, appContext } from "../app-context.server.ts";
import { articlesFor } from "./shown-articles.server.ts";
import { siteViewOf } from "./site-view.ts";
import { unknownPage } from "./unknown-page.server.ts";

/**
 * The page or the article at the address of the request, with the facts of its pictures. Throws the
 * answer to an unknown address when there is none that the viewer may see: the team sees drafts.
 */
export async function readOwnPage<B extends Block>(
  context: Readonly<RouterContextProvider>,
  request: Request,
  block: B,
) {
  const { services, address } = context.get(appContext);
  const { read } = services.database;
  const found = address === null ? undefined : await findOwnPage(read, address);
  if (found === undefined || found.block !== block.name) throw await unknownPage(context, request);
  const withDrafts =
    siteViewOf(request.headers.get("cookie")) !== "visitor" &&
    may(await actorOf(context), "edit content");
  const isShown = found.isPublic || withDrafts;
  const page = isShown ? await readSitePage(read, block, found.id, { withDrafts }) : undefined;
  if (page === undefined) throw await unknownPage(context, request);
  const articles = await articlesFor(read, [page.sections ?? ""]);
  const pictures = await pictureFactsFor(read, { page, articles });
  return { page: page as RecordOf<B>, articles, pictures };
}
