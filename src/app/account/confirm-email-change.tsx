import { redirect } from "react-router";
import {
  confirmEmailChange,
  findEmailChange,
  type LinkedEmailChange,
  stopEmailChange,
} from "#access/accounts/change-email.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { isSignedIn } from "#policy/actor.ts";
import { actorOf, servicesOf, signedInOrLogin } from "../app-context.server.ts";
import { tokenOf, tokenPageHeaders } from "../document/page-headers.ts";
import { pageTitle } from "../document/page-title.ts";
import { readForm, refusedForm } from "../forms.server.ts";
import { AccountPage } from "../ui/customer/account-page.tsx";
import { Button, ButtonLink } from "../ui/forms/button.tsx";
import { TickField } from "../ui/forms/text-field.tsx";
import { Notice } from "../ui/notice.tsx";
import type { Route } from "./+types/confirm-email-change";
import { withFrom } from "./return-path.ts";

export const handle = { quiet: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Change of your email address", matches);
}

export const headers = tokenPageHeaders;

/** Opening the link changes nothing, because mail scanners open every link. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await actorOf(context);
  const token = tokenOf(request);
  return {
    change: await findEmailChange(servicesOf(context), token),
    signedInAs: isSignedIn(actor) ? actor.email : null,
    token,
    isStopped: new URL(request.url).searchParams.has("stopped"),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = servicesOf(context);
  const token = tokenOf(request);
  const values = await readForm(request);
  try {
    if (values.intent === "stop") {
      // The tick is for mail scanners that press buttons. It has no effect on a confirmation.
      if (values.sure !== "yes") {
        const errors = { sure: "Tick this box to stop the change." };
        return { values: { sure: "", intent: "stop" }, errors };
      }
      await stopEmailChange(services, token);
      return redirect("/confirm-email-change?stopped", 303);
    }
    const actor = await signedInOrLogin(context, request);
    const state = await confirmEmailChange(services, actor, token);
    return redirect(`/account?done=email-${state === "changed" ? "changed" : "half"}`, 303);
  } catch (error) {
    return refusedForm(error, {});
  }
}

export default function ConfirmEmailChange({ loaderData, actionData }: Route.ComponentProps) {
  const { change, signedInAs, token, isStopped } = loaderData;
  const path = `/confirm-email-change?token=${encodeURIComponent(token)}`;
  const notice = actionData && "notice" in actionData ? actionData.notice : undefined;
  return (
    <AccountPage title="Change of your email address" aside={<a href="/account">Your account</a>}>
      {notice && <Notice tone="error">{notice}</Notice>}
      {isStopped && (
        <Notice tone="success">
          The change is stopped, and the account keeps its address. If somebody else asked for it,{" "}
          <a href="/reset">set a new password</a> now.
        </Notice>
      )}
      {change === null && !isStopped && !notice && (
        <Notice tone="info">
          This link no longer works: it has expired, or the change was made, replaced or stopped.
        </Notice>
      )}
      {change && (
        <>
          <p>
            From <strong>{shownEmail(change.oldEmail)}</strong> to{" "}
            <strong>{shownEmail(change.newEmail)}</strong>.
          </p>
          <Confirmation change={change} signedInAs={signedInAs} path={path} />
          {change.side === "old" && (
            <form method="post" action={path} noValidate>
              <TickField
                name="sure"
                label="I did not ask for this change, or do not want it any more"
                form={actionData}
              />
              <Button variant="secondary" name="intent" value="stop">
                Stop the change
              </Button>
            </form>
          )}
        </>
      )}
    </AccountPage>
  );
}

interface ConfirmationProps {
  change: LinkedEmailChange;
  signedInAs: string | null;
  path: string;
}

function Confirmation({ change, signedInAs, path }: ConfirmationProps) {
  const { side, oldEmail, isOldConfirmed, isNewConfirmed } = change;
  if (side === "old" ? isOldConfirmed : isNewConfirmed) {
    return (
      <Notice tone="success">
        This address is confirmed. The change waits for the other address.
      </Notice>
    );
  }
  if (signedInAs === null) {
    return (
      <>
        <p>Log in with the account to confirm this.</p>
        <ButtonLink href={withFrom("/login", path)}>Log in</ButtonLink>
      </>
    );
  }
  if (signedInAs !== oldEmail) {
    return (
      <Notice tone="info">
        You are signed in as {shownEmail(signedInAs)}. Log in as {shownEmail(oldEmail)} to confirm
        this.
      </Notice>
    );
  }
  return (
    <form method="post" action={path}>
      <Button>{side === "old" ? "Yes, change the address" : "Yes, this is my new address"}</Button>
    </form>
  );
}
