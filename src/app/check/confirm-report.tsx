import { data, redirect } from "react-router";
import { AppError, statusOf } from "#platform/errors.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { servicesOf } from "../app-context.server.ts";
import { tokenOf, tokenPageHeaders } from "../document/page-headers.ts";
import { pageTitle } from "../document/page-title.ts";
import { pageError } from "../forms.server.ts";
import { AccountPage } from "../ui/customer/account-page.tsx";
import { Button } from "../ui/forms/button.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Route } from "./+types/confirm-report";

export const handle = { quiet: true };

export const headers = tokenPageHeaders;

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Your report", matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { readReportToken } = await import("#check/requests/report-mail.ts");
  try {
    const { email } = readReportToken(servicesOf(context), tokenOf(request));
    return { email, refusal: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data({ email: "", refusal: error.message }, statusOf(error));
  }
}

/** Opening the link does not confirm the address, because mail scanners open links. */
export async function action({ request, context }: Route.ActionArgs) {
  const { confirmReport } = await import("#check/requests/report-mail.ts");
  const { key } = await confirmReport(servicesOf(context), tokenOf(request)).catch(pageError);
  return redirect(`/seo-check/${key}`, 303);
}

export default function ConfirmReport({ loaderData }: Route.ComponentProps) {
  const { email, refusal } = loaderData;
  if (refusal !== null) {
    return (
      <AccountPage title="The report was not sent">
        <Notice tone="error">{refusal}</Notice>
      </AccountPage>
    );
  }
  return (
    <AccountPage title="Your report">
      <p>Send the report to {shownEmail(email)}?</p>
      <form method="post">
        <Button>Send me the report</Button>
      </form>
    </AccountPage>
  );
}
