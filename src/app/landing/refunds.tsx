import { refundPolicy } from "../../content/blocks/refund-policy.ts";
import { pageTitle } from "../page-title.ts";
import { usePage } from "../site-layout.tsx";
import type { Route } from "./+types/refunds";
import { legalTitle } from "./legal-title.server.ts";
import { PageBody } from "./page-body.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  return { title: await legalTitle(context, refundPolicy) };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageTitle(
    loaderData?.title ?? "Refunds",
    "When your money comes back, how much of it, and how to ask.",
  );
}

export const handle = { shared: true };

export default function Refunds() {
  return <PageBody page="refunds" {...usePage()} />;
}
