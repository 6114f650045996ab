import type { RouterContextProvider } from "react-router";
import { pagesOfSections } from "#content/addresses/listings.ts";
import { readSiteContent } from "#content/records/content-store.server.ts";
import { pictureFactsFor } from "#media/picture-facts.server.ts";
import { type Actor, isSignedIn } from "#policy/actor.ts";
import { may } from "#policy/rights.ts";
import { listingOf } from "#seo/public-pages.ts";
import { readBusiness } from "#settings/business.server.ts";
import { readSetting, readVerifications } from "#settings/stored-settings.server.ts";
import { priceNote } from "#tax/tax-words.ts";
import { actorOf, appContext } from "../app-context.server.ts";
import type { Viewer } from "../ui/site-frame/site-header.tsx";
import { nextPageRules } from "./framed-site.tsx";
import { articlesFor } from "./shown-articles.server.ts";
import { siteViewOf } from "./site-view.ts";

export type SiteData = Awaited<ReturnType<typeof readSiteData>>;

/** Pages about the own account, which a person of the team sees inside the panel. */
function isAccountPage(pathname: string): boolean {
  return /^\/account(?:[/.]|$)/i.test(pathname);
}

/** First-level entries of the panel's navigation that the person may open. */
async function readPanelPlaces(actor: Actor) {
  // Loaded here, because visitors need none of it.
  const { navigation, sectionsWithout } = await import("../admin/frame/shell/admin-navigation.ts");
  const { mayOpen } = await import("../route-access.server.ts");
  const hidden = navigation.map(({ path }) => path).filter((path) => !mayOpen(actor, path));
  return sectionsWithout(hidden).map(({ label, path, isOnPhone = false }) => ({
    label,
    path,
    isOnPhone,
  }));
}

export async function readSiteData(context: Readonly<RouterContextProvider>, request: Request) {
  const app = context.get(appContext);
  const { configuration, database, payments } = app.services;
  const actor = await actorOf(context);
  const editsSite = may(actor, "edit content");
  const viewer: Viewer = {
    signedIn: isSignedIn(actor),
    email: isSignedIn(actor) ? actor.email : null,
    panel: !may(actor, "open the admin panel") ? null : actor.kind === "admin" ? "Admin" : "Panel",
    editsSite,
  };
  const view = editsSite ? siteViewOf(request.headers.get("cookie")) : "visitor";
  const site = await readSiteContent(database.read, {
    withDrafts: view !== "visitor",
    forTeam: viewer.panel !== null,
  });
  app.look = site.look;
  app.nextPageRules = nextPageRules(site);
  const listings = pagesOfSections.map((page) => listingOf(site, page).pageSections ?? "");
  const articles = site.hasArticles ? await articlesFor(database.read, listings) : [];
  const pictures = await pictureFactsFor(database.read, { site, articles });
  const { pathname } = new URL(request.url);
  const path = app.address ?? pathname;
  return {
    site,
    articles,
    priceNote: priceNote(await readSetting({}, database.read, "tax")),
    business: await readBusiness(configuration, database.read),
    panel: viewer.panel !== null && isAccountPage(pathname) ? await readPanelPlaces(actor) : null,
    pictures,
    viewer,
    view,
    path,
    verifications: path === "/" ? await readVerifications(database.read) : [],
    origin: configuration.publicUrl,
    testPayments: payments.mode === "test",
  };
}
