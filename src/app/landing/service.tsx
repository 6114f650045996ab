import { pageMeta } from "../document/page-meta.ts";
import { usePage } from "../site-layout.tsx";
import type { Route } from "./+types/service";
import { PageBody } from "./page-body.tsx";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta("service", matches);
}

export const handle = { shared: true };

export default function Service() {
  return <PageBody page="service" {...usePage()} />;
}
