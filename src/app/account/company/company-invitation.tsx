import { data, redirect } from "react-router";
import {
  acceptCompanyInvitation,
  readCompanyInvitation,
  type ShownInvitation,
} from "#access/companies/company-invitations.ts";
import { signIn } from "#access/sessions/sign-in.ts";
import { actorOf, appContext, servicesOf } from "#app/app-context.server.ts";
import { tokenOf, tokenPageHeaders } from "#app/document/page-headers.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm, refusedForm } from "#app/forms.server.ts";
import { AccountPage } from "#app/ui/customer/account-page.tsx";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { Button, ButtonLink } from "#app/ui/forms/button.tsx";
import { PasswordField, passwordHint } from "#app/ui/forms/credential-fields.tsx";
import { TextField, TickField } from "#app/ui/forms/text-field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { AppError, statusOf } from "#platform/errors.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { companyRights } from "#policy/company.ts";
import accountSheet from "../account.css?sheet";
import { cookieHeaders, withFrom } from "../return-path.ts";
import type { Route } from "./+types/company-invitation";
import { rightWords } from "./right-words.ts";

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
    const invitation = await readCompanyInvitation(services, await actorOf(context), token);
    const { passwordMinLength } = services.access;
    return { invitation, token, passwordMinLength, refusal: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data({ refusal: error.message }, { status: statusOf(error) });
  }
}

const welcome = "/account/company?done=joined";

export async function action({ request, context }: Route.ActionArgs) {
  const { services, signInHeaders } = context.get(appContext);
  const { password, understood } = await readForm(request);
  const values = { password: password ?? "", understood: understood ?? "" };
  try {
    const credentials = await acceptCompanyInvitation(services, await actorOf(context), {
      token: tokenOf(request),
      ...(password && { password }),
      ...(understood === "yes" && { understood }),
    });
    if (credentials === null) return redirect(welcome, 303);
    const cookies = await signIn(services.access, signInHeaders(), credentials).then(
      (answer) => answer.cookies,
      (err) => {
        services.log.warn({ err }, "an invitation was accepted, and signing in failed");
        return null;
      },
    );
    if (cookies === null) return redirect(withFrom("/login", welcome), 303);
    return redirect(welcome, { status: 303, headers: cookieHeaders(cookies) });
  } catch (error) {
    return refusedForm(error, values);
  }
}

export default function CompanyInvitation({ loaderData, actionData }: Route.ComponentProps) {
  useSheet(accountSheet);
  if (loaderData.refusal !== null) {
    return (
      <AccountPage title="Your invitation" aside={<a href="/login">Log in</a>}>
        <Notice tone="error">{loaderData.refusal}</Notice>
      </AccountPage>
    );
  }
  const { invitation, token, passwordMinLength } = loaderData;
  const path = `/company-invitation?token=${encodeURIComponent(token)}`;
  const { company, invitedBy, rights, email } = invitation;
  return (
    <AccountPage
      title={`Join ${company}`}
      lead={
        <p>
          {invitedBy
            ? `${invitedBy} has invited ${shownEmail(email)}.`
            : `${shownEmail(email)} is invited.`}{" "}
          You will be able to:
        </p>
      }
    >
      <ul className="company-can">
        {companyRights
          .filter((right) => rights[right])
          .map((right) => (
            <li key={right}>{rightWords[right].hint}</li>
          ))}
      </ul>
      {actionData?.notice && <Notice tone="error">{actionData.notice}</Notice>}
      <Step
        invitation={invitation}
        path={path}
        form={actionData}
        passwordMinLength={passwordMinLength}
      />
    </AccountPage>
  );
}

interface StepProps {
  invitation: ShownInvitation;
  path: string;
  form: ActionResult | undefined;
  passwordMinLength: number;
}

function Step({ invitation, path, form, passwordMinLength }: StepProps) {
  const { step, email, move, company } = invitation;
  if (step === "log-in") {
    return (
      <>
        <p>
          You already have an account with {shownEmail(email)}. Log in to accept the invitation.
        </p>
        <ButtonLink href={withFrom("/login", path)}>Log in to accept</ButtonLink>
      </>
    );
  }
  if (step === "other-account") {
    return (
      <>
        <Notice tone="info">
          You are signed in with another address. This invitation is for {shownEmail(email)}: sign
          out, then open the link in the email again.
        </Notice>
        <form method="post" action="/sign-out">
          <Button variant="secondary">Sign out</Button>
        </form>
      </>
    );
  }
  if (step === "set-password") {
    return (
      <form method="post" action={path} noValidate>
        {/* Tells password managers which account the password is for. */}
        <TextField
          name="email"
          label="Your email"
          type="email"
          autoComplete="username"
          defaultValue={email}
          readOnly
        />
        <PasswordField form={form} isNew hint={passwordHint(passwordMinLength)} />
        {form?.errors.understood !== undefined && (
          <TickField
            name="understood"
            label={`Move the orders of this address to ${company}`}
            form={form}
          />
        )}
        <Button>Set the password and join</Button>
      </form>
    );
  }
  if (move?.kind === "refused") return <Notice tone="info">{move.reason}</Notice>;
  const orders = move?.kind === "merges" ? move.orders : 0;
  return (
    <form method="post" action={path} noValidate>
      {move?.kind === "leaves" && (
        <Notice tone="info">
          You will leave {move.company}. Its orders stay there, and you will no longer see them.
        </Notice>
      )}
      {orders > 0 && (
        <>
          <Notice tone="info">
            {orders === 1 ? "Your order moves" : `Your ${orders} orders move`} to {company}, with
            messages, files, passwords and payments. Its people see them as their rights allow. You
            cannot undo this yourself.
          </Notice>
          <TickField
            name="understood"
            label={orders === 1 ? "Move my order" : `Move my ${orders} orders`}
            form={form}
          />
        </>
      )}
      <Button>Join the company</Button>
    </form>
  );
}
