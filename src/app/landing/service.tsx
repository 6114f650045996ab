import { pageMeta } from "../document/page-meta.ts";
import { usePage } from "../site-layout.tsx";
import type { Route } from "./+types/service";
import { formAction } from "./kinds/section-form.server.ts";
import { PageBody } from "./page-body.tsx";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta("service", matches);
}

export const handle = { shared: true };

export const action = formAction();

export default function Service({ actionData }: Route.ComponentProps) {
  return <PageBody page="service" {...usePage()} form={actionData} />;
}
