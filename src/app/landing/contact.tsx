import { pageMeta } from "../document/page-meta.ts";
import { usePage } from "../site-layout.tsx";
import type { Route } from "./+types/contact";
import { formAction } from "./kinds/section-form.server.ts";
import { PageBody } from "./page-body.tsx";

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta("contact", matches);
}

export const handle = { shared: true };

export const action = formAction("contact");

export default function Contact({ actionData }: Route.ComponentProps) {
  return <PageBody page="contact" {...usePage()} form={actionData} />;
}
