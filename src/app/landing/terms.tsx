import { terms } from "../../content/blocks/terms.ts";
import { pageMeta } from "../document/page-meta.ts";
import { usePage } from "../site-layout.tsx";
import type { Route } from "./+types/terms";

import { PageBody } from "./page-body.tsx";
import { requireLegalPage } from "./require-legal-page.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  await requireLegalPage(context, terms);
  return null;
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta("terms", matches);
}

export const handle = { shared: true };

export default function Terms() {
  return <PageBody page="terms" {...usePage()} />;
}
