import { data } from "react-router";
import { isSetUpOpen, setUpFirstAdmin } from "#access/admins/first-admin.ts";
import { minLengthFor } from "#access/sessions/credential-rules.ts";
import { businessNameFault, businessNameLength } from "#platform/business.ts";
import { system } from "#policy/actor.ts";
import { storeBusinessName } from "#settings/business.server.ts";
import { appContext, servicesOf } from "../app-context.server.ts";
import { tokenOf, tokenPageHeaders } from "../document/page-headers.ts";
import { pageTitle } from "../document/page-title.ts";
import { readForm, refusedForm } from "../forms.server.ts";
import { AccountPage } from "../ui/customer/account-page.tsx";
import { fieldState } from "../ui/forms/action-result.ts";
import { Button } from "../ui/forms/button.tsx";
import { EmailField, PasswordField } from "../ui/forms/credential-fields.tsx";
import { TextField } from "../ui/forms/text-field.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Route } from "./+types/set-up";
import { enterPanel } from "./enter-panel.server.ts";

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Set up", matches);
}

export const handle = { quiet: true };

export const headers = tokenPageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const token = tokenOf(request);
  const { firstAdmin, access } = servicesOf(context);
  // An invalid token and a used token get the same response.
  if (!(await isSetUpOpen(firstAdmin, token))) throw data(null, { status: 404 });
  const { businessName } = servicesOf(context).configuration;
  return {
    token,
    passwordMinLength: minLengthFor(access, true),
    asksName: businessName === undefined,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { services, signInHeaders } = context.get(appContext);
  const values = await readForm(request);
  const credentials = { email: values.email ?? "", password: values.password ?? "" };
  const { configuration, clock, onBusinessChanged } = services;
  const name = (values.businessName ?? "").trim();
  const isAsked = configuration.businessName === undefined;
  const message = isAsked ? businessNameFault(name) : null;
  const toStore = { actor: system, name, onBusinessChanged };
  try {
    await setUpFirstAdmin(services.firstAdmin, tokenOf(request), credentials, {
      issues: message === null ? [] : [{ path: "businessName", message }],
      alsoWrite: async (tx) => {
        if (isAsked) await storeBusinessName(tx, { ...toStore, at: clock() });
      },
    });
  } catch (error) {
    return refusedForm(error, values);
  }
  return enterPanel(services, signInHeaders(), credentials);
}

export default function SetUp({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AccountPage
      title="Create your admin account"
      lead={<p>The first account manages the site: its content, plans, orders and users.</p>}
    >
      {actionData?.notice && <Notice tone="error">{actionData.notice}</Notice>}
      <form
        method="post"
        action={`/set-up?token=${encodeURIComponent(loaderData.token)}`}
        noValidate
      >
        {loaderData.asksName && (
          <TextField
            {...fieldState(actionData, "businessName")}
            label="Name of your business"
            autoComplete="organization"
            hint="It stands on your site, in emails and on receipts. You can change it later."
            maxLength={businessNameLength.most}
            required
          />
        )}
        <EmailField form={actionData} label="Your email" />
        <PasswordField
          form={actionData}
          isNew
          hint={`At least ${loaderData.passwordMinLength} characters.`}
        />
        <Button>Set up the site</Button>
      </form>
    </AccountPage>
  );
}
