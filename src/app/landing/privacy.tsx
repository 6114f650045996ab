import { privacyPolicy } from "../../content/blocks/privacy-policy.ts";
import { pageTitle } from "../page-title.ts";
import { usePage } from "../site-layout.tsx";
import type { Route } from "./+types/privacy";
import { legalTitle } from "./legal-title.server.ts";
import { PageBody } from "./page-body.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  return { title: await legalTitle(context, privacyPolicy) };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageTitle(
    loaderData?.title ?? "Privacy",
    "What is kept about you, why, and for how long.",
  );
}

export const handle = { shared: true };

export default function Privacy() {
  return <PageBody page="privacy" {...usePage()} />;
}
