import { redirect } from "react-router";
import { changePassword } from "#access/sessions/change-password.ts";
import { minLengthFor } from "#access/sessions/credential-rules.ts";
import { otherWaysIn } from "#access/ways-in/own-ways-in.ts";
import { appContext, signedInOrLogin } from "#app/app-context.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm, refusedForm } from "#app/forms.server.ts";
import { CustomerPage } from "#app/ui/customer/customer-page.tsx";
import { Button, ButtonLink } from "#app/ui/forms/button.tsx";
import { PasswordField, passwordHint } from "#app/ui/forms/credential-fields.tsx";
import { WaysInFields } from "#app/ui/forms/ways-in-fields.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { isOnTeam } from "#policy/actor.ts";
import { keptIn } from "../kept-ways.ts";
import { cookieHeaders, wasUnsent } from "../return-path.ts";
import type { Route } from "./+types/password";

/** Notice above a form that was submitted after the session had ended. */
function UnsentNotice() {
  return (
    <Notice tone="info">
      You were signed out, so nothing was saved. Please fill in the form again.
    </Notice>
  );
}

export const handle = { quiet: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Change your password", matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const { services, signInHeaders } = context.get(appContext);
  const passwordMinLength = minLengthFor(services.access, isOnTeam(actor));
  const ways = await otherWaysIn(services.access, actor, signInHeaders());
  return { email: actor.email, passwordMinLength, ways, isUnsent: wasUnsent(request.url) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await signedInOrLogin(context, request);
  const { services, signInHeaders } = context.get(appContext);
  const values = await readForm(request);
  try {
    const { currentPassword, newPassword } = values;
    const input = { currentPassword, newPassword, keep: keptIn(values) };
    const { cookies } = await changePassword(services, actor, signInHeaders(), input);
    const headers = cookieHeaders(cookies);
    return redirect("/account?done=password", { status: 303, headers });
  } catch (error) {
    return refusedForm(error, values);
  }
}

export default function Password({ loaderData, actionData }: Route.ComponentProps) {
  const { email, passwordMinLength, ways, isUnsent } = loaderData;
  return (
    <CustomerPage
      title="Change your password"
      lead={<p>You stay signed in here and are signed out on all other devices.</p>}
    >
      {isUnsent && !actionData && <UnsentNotice />}
      {actionData?.notice && <Notice tone="error">{actionData.notice}</Notice>}
      <form method="post" action="/account/password" noValidate>
        <input type="text" name="email" value={email} autoComplete="username" readOnly hidden />
        <PasswordField form={actionData} name="currentPassword" label="Current password" />
        <PasswordField
          form={actionData}
          name="newPassword"
          label="New password"
          isNew
          hint={passwordHint(passwordMinLength)}
        />
        <WaysInFields ways={ways} form={actionData} />
        <div className="customer-page__actions">
          <Button>Change the password</Button>
          <ButtonLink href="/account" variant="quiet">
            Back to your account
          </ButtonLink>
        </div>
        <p className="text-field__hint">
          Forgotten? <a href="/reset">Get a reset link by email</a>.
        </p>
      </form>
    </CustomerPage>
  );
}
