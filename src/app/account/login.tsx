import { redirect } from "react-router";
import { actorOfAnswer } from "#access/sessions/current-actor.ts";
import { SecondFactorRequired, signIn } from "#access/sessions/sign-in.ts";
import { localPathOr } from "#platform/texts/local-path.ts";
import { isSignedIn } from "#policy/actor.ts";
import { actorOf, appContext } from "../app-context.server.ts";
import { pageTitle } from "../document/page-title.ts";
import { readForm, refusedForm } from "../forms.server.ts";
import { AccountPage } from "../ui/customer/account-page.tsx";
import { Button } from "../ui/forms/button.tsx";
import { EmailField, PasswordField } from "../ui/forms/credential-fields.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Route } from "./+types/login";
import { cookieHeaders, fromOf, homeOf, whyLogIn, withFrom } from "./return-path.ts";
import { PasskeyScript } from "./security/passkey-script.tsx";

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Log in", matches);
}

export const handle = { quiet: true, shared: "without a query" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await actorOf(context);
  if (isSignedIn(actor)) throw redirect(localPathOr(fromOf(request), homeOf(actor)));
  const { searchParams } = new URL(request.url);
  return {
    from: fromOf(request),
    passwordChanged: searchParams.has("password-changed"),
    passwordChosen: searchParams.has("password-chosen"),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { services, signInHeaders } = context.get(appContext);
  const values = await readForm(request);
  try {
    const { email = "", password = "" } = values;
    const answer = await signIn(services.access, signInHeaders(), { email, password });
    const { authentication } = services.access;
    const actor = await actorOfAnswer({ ...services, authentication }, answer);
    const target = localPathOr(fromOf(request), homeOf(actor));
    return redirect(target, { status: 303, headers: cookieHeaders(answer.cookies) });
  } catch (error) {
    if (error instanceof SecondFactorRequired) {
      const headers = cookieHeaders(error.cookies);
      return redirect(withFrom("/login/code", fromOf(request)), { status: 303, headers });
    }
    return refusedForm(error, values);
  }
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { from, passwordChanged, passwordChosen } = loaderData;
  const why = whyLogIn(from);
  return (
    <AccountPage
      title="Log in"
      aside={
        <>
          <a href="/reset">Forgot password?</a>
          <p>
            New here? <a href={withFrom("/register", from)}>Sign Up</a>
          </p>
        </>
      }
    >
      {why && <Notice tone="info">{why}</Notice>}
      {actionData?.notice && <Notice tone="error">{actionData.notice}</Notice>}
      {passwordChanged && (
        <Notice tone="success">
          Your password has been changed. Log in with your new password.
        </Notice>
      )}
      {passwordChosen && <Notice tone="success">Your password is set. Log in with it.</Notice>}
      <form method="post" action={withFrom("/login", from)} noValidate>
        <EmailField form={actionData} />
        <PasswordField form={actionData} />
        <Button>Log in</Button>
      </form>
      <form data-passkey="sign-in" hidden>
        <Button variant="secondary">Use a passkey</Button>
        <p className="text-field__error" aria-live="assertive" data-passkey-problem />
      </form>
      <PasskeyScript />
    </AccountPage>
  );
}
