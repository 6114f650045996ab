import { redirect } from "react-router";
import { saveProfile } from "#access/accounts/profile.ts";
import { withWholeAddress } from "#platform/texts/postal-address.ts";
import { senderOf, servicesOf, signedInOrUnprocessed, whyKept } from "../app-context.server.ts";
import { ownPageHeaders } from "../document/page-headers.ts";
import { pageTitle } from "../document/page-title.ts";
import { readForm, refusedForm, unprocessedForm } from "../forms.server.ts";
import { CustomerPage } from "../ui/customer/customer-page.tsx";
import { Button, ButtonLink } from "../ui/forms/button.tsx";
import { CustomerFields } from "../ui/forms/customer-fields.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Route } from "./+types/profile";
import { knownDetails } from "./saved-details.server.ts";
import { SavedFormNotice } from "./saved-form-notice.tsx";

export const handle = { quiet: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Your details", matches);
}

export const headers = ownPageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await signedInOrUnprocessed(context, request);
  return { known: await knownDetails(servicesOf(context), actor), kept: whyKept(context) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const values = await readForm(request);
  const actor = await senderOf(context, values);
  if (actor === null) return unprocessedForm(values);
  const { accountId: _, ...details } = withWholeAddress(values);
  try {
    await saveProfile(servicesOf(context), actor, details);
    return redirect("/account?done=profile", 303);
  } catch (error) {
    return refusedForm(error, values);
  }
}

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { known, kept } = loaderData;
  return (
    <CustomerPage
      title="Your details"
      lead={
        <p>We use them to fill in your next order. Orders you have already placed do not change.</p>
      }
    >
      {kept && <SavedFormNotice why={kept} undone="saved" button="Save" />}
      {actionData?.notice && <Notice tone="error">{actionData.notice}</Notice>}
      {known.from === "last order" && !actionData && (
        <Notice tone="info">
          These are the details of your last order. Press Save to keep them.
        </Notice>
      )}
      <form method="post" action="/account/profile" noValidate>
        <CustomerFields form={actionData} {...known} />
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
