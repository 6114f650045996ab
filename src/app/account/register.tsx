import { redirect } from "react-router";
import { signUp } from "#access/sessions/sign-in.ts";
import { localPathOr } from "#platform/texts/local-path.ts";
import { isSignedIn } from "#policy/actor.ts";
import { actorOf, appContext, servicesOf } from "../app-context.server.ts";
import { pageTitle } from "../document/page-title.ts";
import { questionAboutEmail } from "../email-question.server.ts";
import { readForm, refusedForm } from "../forms.server.ts";
import { useSite } from "../site-layout.tsx";
import { AccountPage } from "../ui/customer/account-page.tsx";
import { Button } from "../ui/forms/button.tsx";
import { PasswordField, passwordHint } from "../ui/forms/credential-fields.tsx";
import { EmailInput } from "../ui/forms/email-input.tsx";
import { Notice } from "../ui/notice.tsx";
import { LegalNote, legalLinks } from "../ui/site-frame/page-links.tsx";
import type { Route } from "./+types/register";
import { cookieHeaders, fromOf, withFrom } from "./return-path.ts";

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Register", matches);
}

export const handle = { quiet: true, shared: "without a query" };

export async function loader({ request, context }: Route.LoaderArgs) {
  if (isSignedIn(await actorOf(context))) throw redirect(localPathOr(fromOf(request), "/"));
  const { passwordMinLength } = servicesOf(context).access;
  return { from: fromOf(request), passwordMinLength };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { services, signInHeaders } = context.get(appContext);
  const values = await readForm(request);
  const question = questionAboutEmail(services, values);
  if (question !== null) return question;
  try {
    const { email = "", password = "" } = values;
    const account = { email, password, name: "" };
    const { cookies } = await signUp(services.access, signInHeaders(), account);
    const target = localPathOr(fromOf(request), "/");
    return redirect(target, { status: 303, headers: cookieHeaders(cookies) });
  } catch (error) {
    return refusedForm(error, values);
  }
}

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  const { from, passwordMinLength } = loaderData;
  const { site } = useSite();
  return (
    <AccountPage
      title="Welcome! Register to continue"
      aside={
        <p>
          Already have an account? <a href={withFrom("/login", from)}>Log in</a>
        </p>
      }
    >
      {actionData?.notice && <Notice tone="error">{actionData.notice}</Notice>}
      <form method="post" action={withFrom("/register", from)} noValidate>
        <EmailInput form={actionData} label="Email" autoComplete="username" besidePassword />
        <PasswordField form={actionData} isNew hint={passwordHint(passwordMinLength)} />
        <LegalNote deed="register" documents={legalLinks(site, ["terms", "privacy"])} />
        <Button>Register</Button>
      </form>
    </AccountPage>
  );
}
