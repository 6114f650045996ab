import { redirect } from "react-router";
import { findPerson } from "#access/accounts/people.ts";
import { confirmAddress } from "#access/accounts/verify-address.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { appContext, servicesOf, signedInOrLogin } from "../app-context.server.ts";
import { tokenOf, tokenPageHeaders } from "../document/page-headers.ts";
import { pageTitle } from "../document/page-title.ts";
import { readForm, refusedForm } from "../forms.server.ts";
import { AccountPage } from "../ui/customer/account-page.tsx";
import { Button } from "../ui/forms/button.tsx";
import { PasswordField } from "../ui/forms/credential-fields.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Route } from "./+types/verify-address";

export const handle = { quiet: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Confirm your email address", matches);
}

export const headers = tokenPageHeaders;

/** Opening the link changes nothing, because mail scanners open every link. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const { email, emailVerified } = await findPerson(servicesOf(context), actor, actor.accountId);
  return { email, emailVerified, token: tokenOf(request) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await signedInOrLogin(context, request);
  const { services, signInHeaders } = context.get(appContext);
  const { password } = await readForm(request);
  try {
    await confirmAddress(services, actor, tokenOf(request), password, signInHeaders());
    return redirect("/account?done=confirmed", 303);
  } catch (error) {
    return refusedForm(error, { password: "" });
  }
}

export default function VerifyAddress({ loaderData, actionData }: Route.ComponentProps) {
  const { email, emailVerified, token } = loaderData;
  return (
    <AccountPage title="Confirm your email address" aside={<a href="/account">Your account</a>}>
      {actionData?.notice && <Notice tone="error">{actionData.notice}</Notice>}
      {emailVerified && !actionData && (
        <Notice tone="success">
          {shownEmail(email)} is already confirmed. There is nothing left to do.
        </Notice>
      )}
      {!emailVerified && (
        <form method="post" action={`/verify-address?token=${encodeURIComponent(token)}`}>
          <p>
            Is <strong>{shownEmail(email)}</strong> your email address?
          </p>
          {actionData?.errors.password !== undefined && (
            <PasswordField form={actionData} label="New password" isNew />
          )}
          <Button>Yes, confirm it</Button>
        </form>
      )}
    </AccountPage>
  );
}
