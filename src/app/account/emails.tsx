import { redirect } from "react-router";
import { readMailChoice, saveMailChoice } from "#conversation/news/mail-choice.ts";
import { servicesOf, signedInOrLogin } from "../app-context.server.ts";
import { ownPageHeaders } from "../document/page-headers.ts";
import { pageTitle } from "../document/page-title.ts";
import { readForm, refusedForm } from "../forms.server.ts";
import { CustomerPage } from "../ui/customer/customer-page.tsx";
import { Button, ButtonLink } from "../ui/forms/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useSheet } from "../ui/styles/style-sheets.ts";
import type { Route } from "./+types/emails";
import accountSheet from "./account.css?sheet";
import { alwaysSent, mailChoiceTexts } from "./mail-choice-texts.ts";

export const handle = { quiet: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Emails about your orders", matches);
}

export const headers = ownPageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  return { choice: await readMailChoice(servicesOf(context), actor) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await signedInOrLogin(context, request);
  const values = await readForm(request);
  try {
    await saveMailChoice(servicesOf(context), actor, values);
    return redirect("/account?done=emails", 303);
  } catch (error) {
    return refusedForm(error, values);
  }
}

export default function Emails({ loaderData, actionData }: Route.ComponentProps) {
  useSheet(accountSheet);
  const error = actionData?.errors.choice;
  const chosen = actionData?.values.choice ?? loaderData.choice;
  return (
    <CustomerPage
      title="Emails about your orders"
      lead={<p>Choose when we email you about messages, deliveries and questions.</p>}
    >
      {actionData?.notice && <Notice tone="error">{actionData.notice}</Notice>}
      <form method="post" action="/account/emails" noValidate>
        <fieldset
          className="email-choice"
          aria-describedby={error ? "email-choice-error" : undefined}
        >
          <legend className="text-field__label">When do you want these emails?</legend>
          {error && (
            <p className="text-field__error" id="email-choice-error">
              {error}
            </p>
          )}
          {mailChoiceTexts.map(({ value, label, hint }) => (
            <label key={value} className="email-choice__option">
              <input type="radio" name="choice" value={value} defaultChecked={value === chosen} />
              <span>
                {label}
                <span className="email-choice__hint">{hint}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <p className="email-choice__note">{alwaysSent}</p>
        <div className="customer-page__actions">
          <Button>Save</Button>
          <ButtonLink href="/account" variant="quiet">
            Back to your account
          </ButtonLink>
        </div>
      </form>
    </CustomerPage>
  );
}
