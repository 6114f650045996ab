import { data } from "react-router";
import { isCheckOn } from "#check/requests/request-check.ts";
import { servicesOf } from "../app-context.server.ts";
import { pageMeta } from "../document/page-meta.ts";
import { usePage } from "../site-layout.tsx";
import type { Route } from "./+types/check";
import { formAction } from "./kinds/section-form.server.ts";
import { PageBody } from "./page-body.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  if (!(await isCheckOn(servicesOf(context).database.read))) throw data(null, { status: 404 });
  return null;
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData === undefined ? [] : pageMeta("check", matches);
}

export const handle = { shared: true };

export const action = formAction("check");

export default function Check({ actionData }: Route.ComponentProps) {
  return <PageBody page="check" {...usePage()} form={actionData} />;
}
