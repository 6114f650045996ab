import { data } from "react-router";
import { acceptInvitation, readInvitation } from "#access/admins/invitations.server.ts";
import { minLengthFor } from "#access/sessions/credential-rules.ts";
import { AppError, statusOf } from "#platform/errors.ts";
import { appContext, servicesOf } from "../app-context.server.ts";
import { useBusinessName } from "../document/business-name.ts";
import { tokenOf, tokenPageHeaders } from "../document/page-headers.ts";
import { pageTitle } from "../document/page-title.ts";
import { readForm, refusedForm } from "../forms.server.ts";
import { AccountPage } from "../ui/customer/account-page.tsx";
import { Button } from "../ui/forms/button.tsx";
import { PasswordField, passwordHint } from "../ui/forms/credential-fields.tsx";
import { TextField } from "../ui/forms/text-field.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Route } from "./+types/invitation";
import { enterPanel } from "./enter-panel.server.ts";

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Your invitation", matches);
}

export const handle = { quiet: true };

export const headers = tokenPageHeaders;

/** Opening the link changes nothing, because mail scanners open every link of an email. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = servicesOf(context);
  const token = tokenOf(request);
  try {
    const { email } = await readInvitation(services, token);
    return { email, token, passwordMinLength: minLengthFor(services.access, true), refusal: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data({ refusal: error.message }, { status: statusOf(error) });
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { services, signInHeaders } = context.get(appContext);
  const values = await readForm(request);
  try {
    const accepted = await acceptInvitation(services, tokenOf(request), values.password ?? "");
    return enterPanel(services, signInHeaders(), accepted);
  } catch (error) {
    return refusedForm(error, values);
  }
}

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  const name = useBusinessName();
  if (loaderData.refusal !== null) {
    return (
      <AccountPage title="Your invitation" aside={<a href="/login">Log in</a>}>
        <Notice tone="error">{loaderData.refusal}</Notice>
      </AccountPage>
    );
  }
  const { email, token, passwordMinLength } = loaderData;
  return (
    <AccountPage
      title="Welcome to the team"
      lead={<p>You have been invited to the team of {name}. Set your password to get started.</p>}
    >
      {actionData?.notice && <Notice tone="error">{actionData.notice}</Notice>}
      <form method="post" action={`/invitation?token=${encodeURIComponent(token)}`} noValidate>
        {/* Tells password managers which account the password is for. */}
        <TextField
          name="email"
          label="Your email"
          type="email"
          autoComplete="username"
          defaultValue={email}
          readOnly
        />
        <PasswordField form={actionData} isNew hint={passwordHint(passwordMinLength)} />
        <Button>Set the password</Button>
      </form>
    </AccountPage>
  );
}
