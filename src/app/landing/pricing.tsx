import { pageMeta } from "../document/page-meta.ts";
import { usePage } from "../site-layout.tsx";
import type { Route } from "./+types/pricing";
import { formAction } from "./kinds/section-form.server.ts";
import { PageBody } from "./page-body.tsx";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta("pricing", matches);
}

/**
 * The browser paints nothing until it has parsed `#faq`, below the plans. The plans are
 * aligned at the bottom, so a taller plan that arrives later would move the other plans.
 */
export const links = () => [{ rel: "expect", href: "#faq", blocking: "render" }];

export const handle = { shared: true };

export const action = formAction();

export default function Pricing({ actionData }: Route.ComponentProps) {
  return <PageBody page="pricing" {...usePage()} form={actionData} />;
}
