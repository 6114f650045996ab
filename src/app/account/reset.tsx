import { redirect } from "react-router";
import { minLengthFor } from "#access/sessions/credential-rules.ts";
import {
  isFirstPassword,
  isOpenResetLink,
  isResetOfTeam,
} from "#access/sessions/reset-links.server.ts";
import { resetPassword, waysInOfResetLink } from "#access/sessions/reset-password.ts";
import { requestPasswordReset } from "#access/sessions/sign-in.ts";
import { localPathOr } from "#platform/texts/local-path.ts";
import { hasMailServer } from "#settings/stored-settings.server.ts";
import { appContext, servicesOf } from "../app-context.server.ts";
import { tokenPageHeaders } from "../document/page-headers.ts";
import { pageTitle } from "../document/page-title.ts";
import { readForm, refusedForm } from "../forms.server.ts";
import { AccountPage } from "../ui/customer/account-page.tsx";
import { Button, ButtonLink } from "../ui/forms/button.tsx";
import { EmailField, PasswordField } from "../ui/forms/credential-fields.tsx";
import { WaysInFields } from "../ui/forms/ways-in-fields.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Route } from "./+types/reset";
import { keptIn } from "./kept-ways.ts";
import { fromOf, withFrom } from "./return-path.ts";

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Set a new password", matches);
}

export const handle = { quiet: true, shared: "without a query" };

export const headers = tokenPageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const { access, configuration, database } = servicesOf(context);
  const token = searchParams.get("token");
  return {
    token,
    ways: token === null ? [] : await waysInOfResetLink(access, token),
    isOpen: token === null || (await isOpenResetLink(database, token)),
    sent: searchParams.has("sent"),
    from: localPathOr(fromOf(request), ""),
    isFirst: token === null ? searchParams.has("first") : await isFirstPassword(database, token),
    sendsEmails: await hasMailServer(configuration, database.read),
    passwordMinLength: minLengthFor(
      access,
      token !== null && (await isResetOfTeam(database, token)),
    ),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { services, signInHeaders } = context.get(appContext);
  const token = new URL(request.url).searchParams.get("token");
  const from = localPathOr(fromOf(request), "");
  const values = await readForm(request);
  try {
    if (token === null) {
      await requestPasswordReset(services.access, signInHeaders(), values.email ?? "", from);
      return redirect("/reset?sent", 303);
    }
    const password = values.password ?? "";
    const word = (await isFirstPassword(services.database, token))
      ? "password-chosen"
      : "password-changed";
    await resetPassword(services.access, signInHeaders(), token, password, keptIn(values));
    return redirect(`/login?${word}${andFrom(from)}`, 303);
  } catch (error) {
    return refusedForm(error, values);
  }
}

const andFrom = (from: string) => (from === "" ? "" : `&from=${encodeURIComponent(from)}`);

export default function Reset({ loaderData, actionData }: Route.ComponentProps) {
  const { token, from, isFirst, isOpen, sent, sendsEmails, ways, passwordMinLength } = loaderData;
  const title = isFirst ? "Choose a password" : "Set a new password";
  if (sent && !sendsEmails) {
    return (
      <AccountPage title="The email has to wait" aside={<a href="/login">Back to Log in</a>}>
        <p>
          This site cannot send emails at the moment, so no link is on its way. Please{" "}
          <a href="/contact">write to us</a>, or ask again later.
        </p>
      </AccountPage>
    );
  }
  if (sent) {
    return (
      <AccountPage title="Check your email" aside={<a href="/login">Back to Log in</a>}>
        <p>
          If there is an account with this address, we have sent a link to set a password. It works
          once, within one hour.
        </p>
      </AccountPage>
    );
  }
  if (!isOpen) {
    return (
      <AccountPage title="Set a new password" aside={<a href="/login">Back to Log in</a>}>
        <Notice tone="error">This link has already been used or has expired.</Notice>
        <ButtonLink href="/reset">Ask for a new link</ButtonLink>
      </AccountPage>
    );
  }
  return (
    <AccountPage
      title={title}
      aside={<a href={withFrom("/login", from || null)}>Back to Log in</a>}
    >
      {actionData?.notice && <Notice tone="error">{actionData.notice}</Notice>}
      {token === null ? (
        <form method="post" action={`/reset?${isFirst ? "first" : ""}${andFrom(from)}`} noValidate>
          <EmailField
            form={actionData}
            hint={
              isFirst
                ? "The address to which our emails come. We send a link there."
                : "The address you registered with."
            }
          />
          <Button>Send the link</Button>
        </form>
      ) : (
        <form
          method="post"
          action={`/reset?token=${encodeURIComponent(token)}${andFrom(from)}`}
          noValidate
        >
          <PasswordField
            form={actionData}
            label={isFirst ? "Password" : "New password"}
            isNew
            hint={`At least ${passwordMinLength} characters.`}
          />
          <WaysInFields ways={ways} form={actionData} areTicked={!isFirst} />
          <Button>Set the password</Button>
        </form>
      )}
    </AccountPage>
  );
}
