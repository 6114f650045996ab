import { data, redirect } from "react-router";
import { confirmSubscription, findConfirmation } from "#inbox/subscribers/subscribe.ts";
import { confirmPath } from "#inbox/subscribers/subscriber-token.ts";
import { AppError, statusOf } from "#platform/errors.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { servicesOf } from "../app-context.server.ts";
import { tokenOf, tokenPageHeaders } from "../document/page-headers.ts";
import { pageTitle } from "../document/page-title.ts";
import { pageError } from "../forms.server.ts";
import { AccountPage } from "../ui/customer/account-page.tsx";
import { Button, ButtonLink } from "../ui/forms/button.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Route } from "./+types/confirm-subscription";

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Confirm the subscription", matches);
}

export const handle = { quiet: true };

export const headers = tokenPageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  try {
    const subscription = await findConfirmation(servicesOf(context), tokenOf(request));
    return { ...subscription, refusal: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data({ email: "", isConfirmed: false, refusal: error.message }, statusOf(error));
  }
}

/**
 * Only sending the form confirms the subscription. Opening the link does not, because mail scanners
 * open links.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const token = tokenOf(request);
  await confirmSubscription(servicesOf(context), token).catch(pageError);
  return redirect(`${confirmPath}?token=${encodeURIComponent(token)}`, 303);
}

export default function ConfirmSubscription({ loaderData }: Route.ComponentProps) {
  const { email, isConfirmed, refusal } = loaderData;
  if (refusal !== null) {
    return (
      <AccountPage title="Subscription not confirmed">
        <Notice tone="error">{refusal}</Notice>
        <ButtonLink href="/subscribe">Subscribe</ButtonLink>
      </AccountPage>
    );
  }
  if (isConfirmed) {
    return (
      <AccountPage title="You are subscribed">
        <p>
          We send our notes to {shownEmail(email)} whenever there is something worth reading. Every
          email has a link to unsubscribe.
        </p>
        <ButtonLink href="/">Back Home</ButtonLink>
      </AccountPage>
    );
  }
  return (
    <AccountPage title="Notes by email">
      <p>Send notes to {shownEmail(email)}?</p>
      <form method="post">
        <Button>Confirm my subscription</Button>
      </form>
    </AccountPage>
  );
}
