import { pageMeta } from "../document/page-meta.ts";
import { usePage } from "../site-layout.tsx";
import type { Route } from "./+types/home";
import { formAction } from "./kinds/section-form.server.ts";
import { PageBody } from "./page-body.tsx";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta("home", matches);
}

export const handle = { shared: true };

export const action = formAction();

export default function Home({ actionData }: Route.ComponentProps) {
  return <PageBody page="home" {...usePage()} form={actionData} />;
}
