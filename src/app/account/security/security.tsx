import { listApiKeys } from "#access/api-keys/api-keys.ts";
import { countBackupCodes } from "#access/second-factor/app-codes.ts";
import { listPasskeys } from "#access/second-factor/passkeys.ts";
import { servicesOf, signedInOrLogin } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { ownPageHeaders } from "#app/document/page-headers.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { CustomerPage } from "#app/ui/customer/customer-page.tsx";
import { ButtonLink } from "#app/ui/forms/button.tsx";
import { Notice, StatusMark } from "#app/ui/notice.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { fullDateOf } from "#platform/time/dates.ts";
import { isOnTeam, type SignedInActor } from "#policy/actor.ts";
import accountSheet from "../account.css?sheet";
import { AccountLine } from "../account-line.tsx";
import type { Route } from "./+types/security";

export const handle = { quiet: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Security", matches);
}

export const headers = ownPageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const services = servicesOf(context);
  const { access } = services;
  const [backupCodes, passkeys, keys, reader] = await Promise.all([
    countBackupCodes(access, actor),
    listPasskeys(access, actor),
    listApiKeys(services, actor),
    dateReader(services, request),
  ]);
  const missing = missingOf(actor);
  return {
    backupCodes,
    passkeys: passkeys.length,
    keys: keys.length,
    missing: missing && { ...missing, date: fullDateOf(missing.dueAt, reader) },
    isSwitchedOff: new URL(request.url).searchParams.has("off"),
  };
}

function missingOf(actor: SignedInActor) {
  return isOnTeam(actor) ? actor.missingSecondFactor : undefined;
}

export default function Security({ loaderData }: Route.ComponentProps) {
  useSheet(accountSheet);
  const { backupCodes, passkeys, keys, missing, isSwitchedOff } = loaderData;
  return (
    <CustomerPage
      title="Security"
      lead={<p>A second factor protects your account even if somebody learns your password.</p>}
    >
      {missing && (
        <Notice tone={missing.isOverdue ? "error" : "info"}>
          {missing.isOverdue
            ? "The owner requires a second factor from the team. Switch on codes from an app to open the panel again."
            : `The owner requires a second factor from the team. Switch on codes from an app by ${missing.date}.`}
        </Notice>
      )}
      {isSwitchedOff && <Notice tone="success">Codes are switched off.</Notice>}
      <div>
        <AccountLine
          title="Codes from an app"
          action={
            <ButtonLink href="/account/security/codes" variant={missing ? "primary" : "secondary"}>
              {backupCodes === null ? "Switch on codes" : "Change codes"}
            </ButtonLink>
          }
        >
          {backupCodes === null ? (
            <p>Off. Signing in needs only your password.</p>
          ) : (
            <>
              <StatusMark tone="good">On</StatusMark>
              <p>
                {backupCodes === 1
                  ? "One backup code is left."
                  : `${backupCodes} backup codes are left.`}
              </p>
            </>
          )}
          <p className="account-line__note">
            After the password, the site asks for a code that an app on your phone shows.
          </p>
        </AccountLine>
        <AccountLine
          title="Passkeys"
          action={
            <ButtonLink href="/account/security/passkeys" variant="secondary">
              {passkeys === 0 ? "Add a passkey" : "Change passkeys"}
            </ButtonLink>
          }
        >
          <p>
            {passkeys === 0 ? "None." : passkeys === 1 ? "One passkey." : `${passkeys} passkeys.`}
          </p>
          <p className="account-line__note">
            Log in with your fingerprint, your face or the PIN of your device instead of the
            password.
          </p>
        </AccountLine>
        <AccountLine
          title="API keys"
          action={
            <ButtonLink href="/account/security/keys" variant="secondary">
              {keys === 0 ? "Create a key" : "Change keys"}
            </ButtonLink>
          }
        >
          <p>{keys === 0 ? "None." : keys === 1 ? "One API key." : `${keys} API keys.`}</p>
          <p className="account-line__note">Programs act for you with a key.</p>
        </AccountLine>
        <AccountLine
          title="Password"
          action={
            <ButtonLink href="/account/password" variant="secondary">
              Change
            </ButtonLink>
          }
        >
          <p className="account-line__note">Changing it signs you out on all other devices.</p>
        </AccountLine>
      </div>
      <div className="customer-page__actions">
        <ButtonLink href="/account" variant="quiet">
          Back to your account
        </ButtonLink>
      </div>
    </CustomerPage>
  );
}
