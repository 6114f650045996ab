import { pageMeta } from "../document/page-meta.ts";
import { usePage } from "../site-layout.tsx";
import type { Route } from "./+types/pricing";
import { PageBody } from "./page-body.tsx";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta("pricing", matches);
}

export const handle = { shared: true };

export default function Pricing() {
  return <PageBody page="pricing" {...usePage()} />;
}
