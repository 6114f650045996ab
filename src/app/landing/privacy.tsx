import { privacyPolicy } from "../../content/blocks/privacy-policy.ts";
import { pageMeta } from "../document/page-meta.ts";
import { usePage } from "../site-layout.tsx";
import type { Route } from "./+types/privacy";

import { PageBody } from "./page-body.tsx";
import { requireLegalPage } from "./require-legal-page.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  await requireLegalPage(context, privacyPolicy);
  return null;
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta("privacy", matches);
}

export const handle = { shared: true };

export default function Privacy() {
  return <PageBody page="privacy" {...usePage()} />;
}
