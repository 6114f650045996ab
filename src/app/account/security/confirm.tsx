import { redirect } from "react-router";
import { confirmWithProof } from "#access/confirmation/confirm-again.ts";
import { countBackupCodes } from "#access/second-factor/app-codes.ts";
import { listPasskeys } from "#access/second-factor/passkeys.ts";
import { appContext, servicesOf, signedInOrLogin } from "#app/app-context.server.ts";
import { ownPageHeaders } from "#app/document/page-headers.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm, refusedForm } from "#app/forms.server.ts";
import { AccountPage } from "#app/ui/customer/account-page.tsx";
import { Button, ButtonLink } from "#app/ui/forms/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { localPathOr } from "#platform/texts/local-path.ts";
import { fromOf, withFrom } from "../return-path.ts";
import type { Route } from "./+types/confirm";
import { ConfirmField } from "./confirm-field.tsx";
import { PasskeyScript } from "./passkey-script.tsx";

export const handle = { quiet: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Confirm that it is you", matches);
}

export const headers = ownPageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const { access } = servicesOf(context);
  const [codes, passkeys] = await Promise.all([
    countBackupCodes(access, actor),
    listPasskeys(access, actor),
  ]);
  const target = localPathOr(fromOf(request), "/account");
  return {
    email: actor.email,
    from: fromOf(request),
    target,
    hasCodes: codes !== null,
    hasPasskeys: passkeys.length > 0,
    // True after a confirmation for a file: the download leaves this page open, so the page must
    // not ask again.
    isDone: actor.confirmedRecently === true && new URL(request.url).searchParams.has("done"),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await signedInOrLogin(context, request);
  const { services, signInHeaders } = context.get(appContext);
  const { proof = "" } = await readForm(request);
  try {
    await confirmWithProof(services.access, actor, signInHeaders(), proof);
    const from = fromOf(request);
    const target = localPathOr(from, "/account");
    return redirect(isFile(target) ? `${withFrom("/account/confirm", from)}&done` : target, 303);
  } catch (error) {
    return refusedForm(error, { proof: "" });
  }
}

function isFile(path: string): boolean {
  return path.startsWith("/admin/csv/");
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const { email, from, target, hasCodes, hasPasskeys, isDone } = loaderData;
  const page = withFrom("/account/confirm", from);
  if (isDone) {
    return (
      <AccountPage
        title="Confirmed"
        lead={<p>For ten minutes, this browser does not ask you again.</p>}
        aside={<a href="/admin">Back to the panel</a>}
      >
        <ButtonLink href={target}>Download the file</ButtonLink>
      </AccountPage>
    );
  }
  return (
    <AccountPage
      title="Confirm that it is you"
      lead={
        <p>
          You signed in more than ten minutes ago. Some changes, and the passwords and lists of
          customers, need a confirmation.
        </p>
      }
      aside={<a href="/reset">Forgot password?</a>}
    >
      {actionData?.notice && <Notice tone="error">{actionData.notice}</Notice>}
      <form method="post" action={page} noValidate>
        <ConfirmField form={actionData} email={email} hasCodes={hasCodes} />
        <Button>Confirm</Button>
      </form>
      {hasPasskeys && (
        <>
          <form data-passkey="confirm" data-target={target} hidden>
            <Button variant="secondary">Use a passkey</Button>
            <p className="text-field__error" aria-live="assertive" data-passkey-problem />
          </form>
          <PasskeyScript />
        </>
      )}
    </AccountPage>
  );
}
