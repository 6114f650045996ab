import { redirect } from "react-router";
import {
  cancelEmailChange,
  readEmailChange,
  requestEmailChange,
} from "#access/accounts/change-email.ts";
import { countBackupCodes } from "#access/second-factor/app-codes.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { isOnTeam } from "#policy/actor.ts";
import { hasMailServer } from "#settings/stored-settings.server.ts";
import { servicesOf, signedInOrLogin } from "../app-context.server.ts";
import { ownPageHeaders } from "../document/page-headers.ts";
import { pageTitle } from "../document/page-title.ts";
import { questionAboutEmail } from "../email-question.server.ts";
import { readForm, refusedForm } from "../forms.server.ts";
import { CustomerPage } from "../ui/customer/customer-page.tsx";
import { Button, ButtonLink } from "../ui/forms/button.tsx";
import { EmailInput } from "../ui/forms/email-input.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Route } from "./+types/change-email";
import { confirmByForm } from "./security/confirm-by-form.server.ts";
import { RefusedForm } from "./security/refused-form.tsx";

export const handle = { quiet: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Change your email address", matches);
}

export const headers = ownPageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const services = servicesOf(context);
  const [open, codes, sendsEmails] = await Promise.all([
    readEmailChange(services, actor),
    countBackupCodes(services.access, actor),
    hasMailServer(services.configuration, services.database.read),
  ]);
  return {
    email: actor.email,
    isOfTeam: isOnTeam(actor),
    hasCodes: codes !== null,
    sendsEmails,
    open,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await signedInOrLogin(context, request);
  const services = servicesOf(context);
  const values = await readForm(request);
  try {
    if (values.intent === "stop") {
      await cancelEmailChange(services, actor);
      return redirect("/account?done=email-stopped", 303);
    }
    const question = questionAboutEmail(services, values);
    if (question !== null) return question;
    const confirmed = await confirmByForm(context, actor, values.proof ?? "");
    await requestEmailChange(services, confirmed, { email: values.email });
    const { configuration, database } = services;
    if (!(await hasMailServer(configuration, database.read))) {
      return redirect("/account?done=email-waits", 303);
    }
    const open = await readEmailChange(services, actor);
    return redirect(`/account?done=${open?.asksOld ? "emails" : "email"}-asked`, 303);
  } catch (error) {
    return refusedForm(error, { ...values, proof: "" });
  }
}

export default function ChangeEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { email, isOfTeam, hasCodes, sendsEmails, open } = loaderData;
  if (isOfTeam) {
    return (
      <CustomerPage title="Change your email address">
        <Notice tone="info">
          You are on the team of this site, and your role belongs to your address. Ask another owner
          to invite your new address under People.
        </Notice>
      </CustomerPage>
    );
  }
  return (
    <CustomerPage
      title="Change your email address"
      lead={
        <p>
          Your account has {shownEmail(email)}. You sign in with the new address afterwards, and we
          send all emails about your orders there.
        </p>
      }
    >
      <RefusedForm form={actionData} action="/account/email" email={email} hasCodes={hasCodes} />
      {!sendsEmails && (
        <Notice tone="info">
          This site cannot send emails at the moment, so the links to confirm have to wait.
        </Notice>
      )}
      {open && (
        <form method="post" action="/account/email">
          <Notice tone="info">
            A change to {shownEmail(open.newEmail)} waits for{" "}
            {[
              ...(open.isNewConfirmed ? [] : [shownEmail(open.newEmail)]),
              ...(open.isOldConfirmed || !open.asksOld ? [] : [shownEmail(open.oldEmail)]),
            ].join(" and ")}
            : open the link in our email there, within a day. Another request replaces this one.
          </Notice>
          <div className="customer-page__actions">
            <Button variant="secondary" name="intent" value="stop">
              Stop the change
            </Button>
          </div>
        </form>
      )}
      <form method="post" action="/account/email" noValidate>
        <EmailInput
          form={actionData}
          label="New email address"
          autoComplete="email"
          maxLength={254}
        />
        <p className="text-field__hint">
          We send a link to the new address, and one to your present address if you have confirmed
          it. The address changes when you have opened them.
        </p>
        <div className="customer-page__actions">
          <Button>Send the links</Button>
          <ButtonLink href="/account" variant="quiet">
            Back to your account
          </ButtonLink>
        </div>
      </form>
    </CustomerPage>
  );
}
