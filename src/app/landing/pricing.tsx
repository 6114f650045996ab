import { pageMeta } from "../document/page-meta.ts";
import { usePage } from "../site-layout.tsx";
import type { Route } from "./+types/pricing";
import { PageBody } from "./page-body.tsx";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta("pricing", matches);
}

/**
 * Paints nothing before the plans have been parsed, which is when the next section begins: they are
 * aligned at the bottom, so the first one would move when a taller one arrives.
 */
export const links = () => [{ rel: "expect", href: "#faq", blocking: "render" }];

export const handle = { shared: true };

export default function Pricing() {
  return <PageBody page="pricing" {...usePage()} />;
}
