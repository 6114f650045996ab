import { pageMeta } from "../document/page-meta.ts";
import { usePage } from "../site-layout.tsx";
import type { Route } from "./+types/home";
import { PageBody } from "./page-body.tsx";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta("home", matches);
}

export const handle = { shared: true };

export default function Home() {
  return <PageBody page="home" {...usePage()} />;
}
