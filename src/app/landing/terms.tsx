import { terms } from "../../content/blocks/terms.ts";
import { pageTitle } from "../page-title.ts";
import { usePage } from "../site-layout.tsx";
import type { Route } from "./+types/terms";
import { legalTitle } from "./legal-title.server.ts";
import { PageBody } from "./page-body.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  return { title: await legalTitle(context, terms) };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageTitle(
    loaderData?.title ?? "Terms",
    "What you order, what it costs, and what both sides can count on.",
  );
}

export const handle = { shared: true };

export default function Terms() {
  return <PageBody page="terms" {...usePage()} />;
}
