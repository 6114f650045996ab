import { pageTitle } from "../page-title.ts";
import { usePage } from "../site-layout.tsx";
import { PageBody } from "./page-body.tsx";

export function meta() {
  return pageTitle(
    "Services",
    "What Furrow does for a site: audit, keyword research, pages, monthly care, links and a report in plain words.",
  );
}

export const handle = { shared: true };

export default function Service() {
  return <PageBody page="service" {...usePage()} />;
}
