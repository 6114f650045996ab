import { data } from "react-router";
import { isOnList, unsubscribe } from "#inbox/subscribers/subscribe.ts";
import { AppError, statusOf } from "#platform/errors.ts";
import { servicesOf } from "../app-context.server.ts";
import { tokenOf, tokenPageHeaders } from "../document/page-headers.ts";
import { pageTitle } from "../document/page-title.ts";
import { pageError } from "../forms.server.ts";
import { AccountPage } from "../ui/customer/account-page.tsx";
import { Button, ButtonLink } from "../ui/forms/button.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Route } from "./+types/unsubscribe";

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Unsubscribe", matches);
}

export const handle = { quiet: true };

export const headers = tokenPageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  try {
    return { refusal: null, isOn: await isOnList(servicesOf(context), tokenOf(request)) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data({ refusal: error.message, isOn: false }, statusOf(error));
  }
}

/**
 * The button of this page sends this request, and so do email programs (RFC 8058). The answer is a
 * page, because RFC 8058 allows no redirect.
 */
export async function action({ request, context }: Route.ActionArgs) {
  await unsubscribe(servicesOf(context), tokenOf(request)).catch(pageError);
  return { isOff: true };
}

export default function Unsubscribe({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.isOff) {
    return (
      <AccountPage title="You are unsubscribed">
        <p>We have deleted your email address and will not send you any more notes.</p>
        <ButtonLink href="/">Back Home</ButtonLink>
      </AccountPage>
    );
  }
  if (loaderData.refusal !== null) {
    return (
      <AccountPage title="Nothing was changed">
        <Notice tone="error">{loaderData.refusal}</Notice>
        <p>Use the complete link from one of our emails.</p>
      </AccountPage>
    );
  }
  if (!loaderData.isOn) {
    return (
      <AccountPage title="You are unsubscribed">
        <p>Your email address is not subscribed, so we send nothing to it.</p>
        <ButtonLink href="/">Back Home</ButtonLink>
      </AccountPage>
    );
  }
  return (
    <AccountPage title="Unsubscribe?">
      <p>We will delete your email address and not send you any more notes.</p>
      <form method="post">
        <Button>Unsubscribe</Button>
      </form>
    </AccountPage>
  );
}
