import { data } from "react-router";
import { pageByDefaultAt } from "#content/addresses/page-addresses.ts";
import { samples } from "#content/blocks/samples.ts";
import { seoCheck } from "#content/blocks/seo-check.ts";
import { isSwitchedOn } from "#content/model/is-switched-on.ts";
import { readSingletons } from "#content/records/content-store.server.ts";
import type { SamplePage as SamplePageName } from "#seo/public-pages.ts";
import { servicesOf } from "../app-context.server.ts";
import { pageMeta } from "../document/page-meta.ts";
import { usePage } from "../site-layout.tsx";
import type { Route } from "./+types/sample-page";
import { PageBody } from "./page-body.tsx";

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = pageByDefaultAt(url.pathname) as SamplePageName;
  const { read } = servicesOf(context).database;
  const [shown, check] = await readSingletons(read, [samples, seoCheck]);
  const isThere = isSwitchedOn(shown) && (page !== "sampleCheck" || isSwitchedOn(check));
  if (!isThere) throw data(null, { status: 404 });
  return { page };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData && pageMeta(loaderData.page, matches);
}

export const handle = { shared: true };

export default function SamplePage({ loaderData }: Route.ComponentProps) {
  return <PageBody page={loaderData.page} {...usePage()} />;
}
