import { redirect } from "react-router";
import { subscriberLimits } from "#inbox/inbox-limits.ts";
import { subscribe } from "#inbox/subscribers/subscribe.ts";
import { appContext } from "../app-context.server.ts";
import { pageTitle } from "../document/page-title.ts";
import { questionAboutEmail } from "../email-question.server.ts";
import { readForm, refusedForm } from "../forms.server.ts";
import { AccountPage } from "../ui/customer/account-page.tsx";
import { Button } from "../ui/forms/button.tsx";
import { EmailInput } from "../ui/forms/email-input.tsx";
import { Honeypot, isHoneypotFilled } from "../ui/forms/honeypot.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Route } from "./+types/subscribe";

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Subscribe", matches);
}

export const handle = { quiet: true, shared: true };

export async function action({ request, context }: Route.ActionArgs) {
  const { services, facts } = context.get(appContext);
  const values = await readForm(request);
  if (isHoneypotFilled(values)) return redirect("/subscribed", 303);
  const question = questionAboutEmail(services, values, "subemail");
  if (question !== null) return question;
  try {
    await subscribe(services, facts, { subemail: values.subemail ?? "" });
  } catch (error) {
    return refusedForm(error, values);
  }
  return redirect("/subscribed", 303);
}

export default function Subscribe({ actionData }: Route.ComponentProps) {
  return (
    <AccountPage title="Notes by email">
      {actionData?.notice && <Notice tone="error">{actionData.notice}</Notice>}
      <form method="post" action="/subscribe" noValidate>
        <EmailInput
          form={actionData}
          name="subemail"
          id="subscribe-page-email"
          label="Your email"
          autoComplete="email"
          maxLength={subscriberLimits.subemail}
        />
        <Honeypot />
        <Button>Subscribe</Button>
      </form>
    </AccountPage>
  );
}
