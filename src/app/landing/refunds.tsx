import { refundPolicy } from "../../content/blocks/refund-policy.ts";
import { pageMeta } from "../document/page-meta.ts";
import { usePage } from "../site-layout.tsx";
import type { Route } from "./+types/refunds";

import { PageBody } from "./page-body.tsx";
import { requireLegalPage } from "./require-legal-page.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  await requireLegalPage(context, refundPolicy);
  return null;
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta("refunds", matches);
}

export const handle = { shared: true };

export default function Refunds() {
  return <PageBody page="refunds" {...usePage()} />;
}
