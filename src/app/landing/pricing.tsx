import { pageTitle } from "../page-title.ts";
import { usePage } from "../site-layout.tsx";
import { PageBody } from "./page-body.tsx";

export function meta() {
  return pageTitle(
    "Pricing",
    "Three SEO plans with fixed prices in dollars: Basic, Standard and Premium.",
  );
}

export const handle = { shared: true };

export default function Pricing() {
  return <PageBody page="pricing" {...usePage()} />;
}
