import { data, redirect } from "react-router";
import { enterCode, isSecondStepOpen } from "#access/second-factor/second-step.ts";
import { actorOfAnswer } from "#access/sessions/current-actor.ts";
import { AppError, statusOf } from "#platform/errors.ts";
import { localPathOr } from "#platform/texts/local-path.ts";
import { isSignedIn } from "#policy/actor.ts";
import { actorOf, appContext } from "../app-context.server.ts";
import { ownPageHeaders } from "../document/page-headers.ts";
import { pageTitle } from "../document/page-title.ts";
import { readForm, refusedForm } from "../forms.server.ts";
import { AccountPage } from "../ui/customer/account-page.tsx";
import { fieldState } from "../ui/forms/action-result.ts";
import { Button, ButtonLink } from "../ui/forms/button.tsx";
import { TextField, TickField } from "../ui/forms/text-field.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Route } from "./+types/login-code";
import { cookieHeaders, fromOf, homeOf, withFrom } from "./return-path.ts";

export const handle = { quiet: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Enter a code", matches);
}

export const headers = ownPageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await actorOf(context);
  const from = fromOf(request);
  if (isSignedIn(actor)) throw redirect(localPathOr(from, homeOf(actor)));
  const { services, signInHeaders } = context.get(appContext);
  return {
    from,
    isOpen: await isSecondStepOpen(services.access, signInHeaders()),
    isBackupCode: new URL(request.url).searchParams.has("backup-code"),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { services, signInHeaders } = context.get(appContext);
  const values = await readForm(request);
  const input = { code: values.code ?? "", trustDevice: values.trustDevice === "yes" };
  try {
    const answer = await enterCode(services.access, signInHeaders(), input);
    const actor = await actorOfAnswer({ ...services, ...services.access }, answer);
    const target = localPathOr(fromOf(request), homeOf(actor));
    return redirect(target, { status: 303, headers: cookieHeaders(answer.cookies) });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The loader then returns `isOpen: false`, so the page links to the login without a form.
    if (error.extra.isSignInOver) {
      const state = { values: {}, errors: {}, notice: error.message };
      return data(state, { status: statusOf(error) });
    }
    return refusedForm(error, { code: "", ...values });
  }
}

export default function LoginCode({ loaderData, actionData }: Route.ComponentProps) {
  const { from, isOpen, isBackupCode } = loaderData;
  if (!isOpen) {
    return (
      <AccountPage title="Enter a code">
        <Notice tone={actionData ? "error" : "info"}>
          {actionData?.notice ?? "This sign-in has expired. Log in again."}
        </Notice>
        <ButtonLink href={withFrom("/login", from)}>Log in again</ButtonLink>
      </AccountPage>
    );
  }
  const page = withFrom("/login/code", from);
  const backup = `${page}${page.includes("?") ? "&" : "?"}backup-code`;
  const field = fieldState(actionData, "code");
  return (
    <AccountPage
      title="Enter a code"
      lead={
        <p>
          {isBackupCode
            ? "Enter one of the backup codes that you saved. Each code works once."
            : "Your password is right. Enter the code that your authenticator app shows now."}
        </p>
      }
      aside={
        <>
          <a href={isBackupCode ? page : backup}>
            {isBackupCode ? "Use your authenticator app" : "Use a backup code"}
          </a>
          <p>
            <a href={withFrom("/login", from)}>Log in as somebody else</a>
          </p>
        </>
      }
    >
      {actionData?.notice && <Notice tone="error">{actionData.notice}</Notice>}
      <form method="post" action={isBackupCode ? backup : page} noValidate>
        <TextField
          {...field}
          // A code is valid once and for 30 seconds, so a refused code is not shown again.
          defaultValue=""
          autoFocus
          label={isBackupCode ? "Backup code" : "Code"}
          autoComplete={isBackupCode ? "off" : "one-time-code"}
          inputMode={isBackupCode ? "text" : "numeric"}
          required
        />
        <TickField
          name="trustDevice"
          label="Do not ask for a code on this device for 30 days"
          form={actionData}
        />
        <Button>Log in</Button>
      </form>
    </AccountPage>
  );
}
