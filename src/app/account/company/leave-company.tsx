import { redirect } from "react-router";
import { leaveCompany, readOwnCompany } from "#access/companies/own-company.ts";
import { servicesOf, signedInOrLogin } from "#app/app-context.server.ts";
import { ownPageHeaders } from "#app/document/page-headers.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { refusedForm } from "#app/forms.server.ts";
import { CustomerPage } from "#app/ui/customer/customer-page.tsx";
import { Button, ButtonLink } from "#app/ui/forms/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { Route } from "./+types/leave-company";

export const handle = { quiet: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Leave your company", matches);
}

export const headers = ownPageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const { name, people } = await readOwnCompany(servicesOf(context), actor);
  return { name, isAlone: people.length === 1 };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await signedInOrLogin(context, request);
  try {
    await leaveCompany(servicesOf(context), actor);
    return redirect("/account/company?done=left", 303);
  } catch (error) {
    return refusedForm(error, {});
  }
}

export default function LeaveCompany({ loaderData, actionData }: Route.ComponentProps) {
  const { name, isAlone } = loaderData;
  return (
    <CustomerPage
      title={name ? `Leave ${name}` : "Leave your company"}
      lead={
        <p>
          {isAlone
            ? "You are the only person of your company, so you cannot leave it."
            : "You will no longer see its orders, not even those that you placed. The orders stay with the others, with everything that you wrote."}
        </p>
      }
    >
      {actionData?.notice && <Notice tone="error">{actionData.notice}</Notice>}
      {!isAlone && (
        <form method="post" action="/account/company/leave">
          <Button variant="stop">Leave the company</Button>
        </form>
      )}
      <div className="customer-page__actions">
        <ButtonLink href="/account/company" variant="quiet">
          Back to your company
        </ButtonLink>
      </div>
    </CustomerPage>
  );
}
