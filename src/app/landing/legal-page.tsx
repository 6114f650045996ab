import { data } from "react-router";
import { pageByDefaultAt } from "#content/addresses/page-addresses.ts";
import { privacyPolicy, refundPolicy, terms } from "#content/blocks/legal-pages.ts";
import { readSingletons } from "#content/records/content-store.server.ts";
import { servicesOf } from "../app-context.server.ts";
import { pageMeta } from "../document/page-meta.ts";
import { usePage } from "../site-layout.tsx";
import type { Route } from "./+types/legal-page";
import { PageBody } from "./page-body.tsx";

const texts = { privacy: privacyPolicy, terms, refunds: refundPolicy } as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = pageByDefaultAt(url.pathname) as keyof typeof texts;
  const [text] = await readSingletons(servicesOf(context).database.read, [texts[page]]);
  if (text === undefined) throw data(null, { status: 404 });
  return { page };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData && pageMeta(loaderData.page, matches);
}

export const handle = { shared: true };

export default function LegalPage({ loaderData }: Route.ComponentProps) {
  return <PageBody page={loaderData.page} {...usePage()} />;
}
