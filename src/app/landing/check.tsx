import { data, redirect } from "react-router";
import { resultPath } from "#check/requests/check-addresses.ts";
import { suggestedWebsite } from "#check/requests/email-as-website.ts";
import { isCheckOn, requestCheck } from "#check/requests/request-check.ts";
import { AppError } from "#platform/errors.ts";
import { appContext, servicesOf } from "../app-context.server.ts";
import { pageMeta } from "../document/page-meta.ts";
import { pageError, readForm, refusedForm } from "../forms.server.ts";
import { usePage } from "../site-layout.tsx";
import { isHoneypotFilled } from "../ui/forms/honeypot.tsx";
import type { Route } from "./+types/check";
import { PageBody } from "./page-body.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  if (!(await isCheckOn(servicesOf(context).database.read))) throw data(null, { status: 404 });
  return null;
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  return loaderData === undefined ? [] : pageMeta("check", matches);
}

export const handle = { shared: true };

export async function action({ request, context }: Route.ActionArgs) {
  const { services, facts } = context.get(appContext);
  const values = await readForm(request);
  if (isHoneypotFilled(values)) return redirect("/", 303);
  try {
    const { key } = await requestCheck(services, facts, { website: values.website ?? "" });
    return redirect(resultPath(key), 303);
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") return pageError(error);
    return refusedForm(error, { website: suggestedWebsite(error) ?? values.website ?? "" });
  }
}

export default function Check({ actionData }: Route.ComponentProps) {
  return <PageBody page="check" {...usePage()} form={actionData} />;
}
