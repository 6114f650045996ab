import { data, redirect } from "react-router";
import {
  confirmAppCodes,
  countBackupCodes,
  readSetUp,
  renewBackupCodes,
  startAppCodes,
  switchOffAppCodes,
} from "#access/second-factor/app-codes.ts";
import { otherWaysIn } from "#access/ways-in/own-ways-in.ts";
import type { OpenWay } from "#access/ways-in/ways-in.ts";
import { appContext, signedInOrLogin } from "#app/app-context.server.ts";
import { ownPageHeaders } from "#app/document/page-headers.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm, refusedForm } from "#app/forms.server.ts";
import { CustomerPage } from "#app/ui/customer/customer-page.tsx";
import { type ActionResult, fieldState } from "#app/ui/forms/action-result.ts";
import { Button, ButtonLink } from "#app/ui/forms/button.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { WaysInFields } from "#app/ui/forms/ways-in-fields.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import accountSheet from "../account.css?sheet";
import { keptIn } from "../kept-ways.ts";
import { cookieHeaders } from "../return-path.ts";
import type { Route } from "./+types/security-codes";

export const handle = { quiet: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Codes from an app", matches);
}

export const headers = ownPageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const { services, signInHeaders } = context.get(appContext);
  const { access } = services;
  const proof = proofOf(request);
  const [backupCodes, setUp, ways] = await Promise.all([
    countBackupCodes(access, actor),
    readSetUp(access, actor, proof),
    otherWaysIn(access, actor, signInHeaders()),
  ]);
  return {
    email: actor.email,
    backupCodes,
    proof,
    ways,
    setUp: setUp && { secret: setUp.secret, picture: await qrCode(setUp.uri) },
  };
}

const proofOf = (request: Request) => new URL(request.url).searchParams.get("set-up") ?? "";

/**
 * QR code as a data URL. The background is white in the dark scheme, too, because scanners need
 * dark modules on a light background.
 */
async function qrCode(uri: string): Promise<string> {
  const { renderSVG } = await import("uqr");
  return `data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 3 }))}`;
}

interface CodesResult {
  readonly form?: ActionResult;
  /** Shown once, in the answer to the form. */
  readonly backupCodes?: readonly string[];
  readonly intent: string;
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await signedInOrLogin(context, request);
  const { services, signInHeaders } = context.get(appContext);
  const { access } = services;
  const { email: _forThePasswordManager, intent = "", ...values } = await readForm(request);
  const asked = [access, actor, signInHeaders()] as const;
  try {
    if (intent === "confirm") {
      const input = { proof: proofOf(request), code: values.code ?? "", keep: keptIn(values) };
      const { cookies, backupCodes } = await confirmAppCodes(...asked, input);
      return data<CodesResult>({ intent, backupCodes }, { headers: cookieHeaders(cookies) });
    }
    if (intent === "renew") {
      return data<CodesResult>({ intent, backupCodes: await renewBackupCodes(...asked, values) });
    }
    if (intent === "off") {
      const input = { password: values.password, keep: keptIn(values) };
      const { cookies } = await switchOffAppCodes(...asked, input);
      return redirect("/account/security?off", { status: 303, headers: cookieHeaders(cookies) });
    }
    const proof = await startAppCodes(...asked, values);
    return redirect(`/account/security/codes?set-up=${proof}`, 303);
  } catch (error) {
    const { data: form, init } = refusedForm(error, values);
    return data<CodesResult>({ intent, form }, init ?? {});
  }
}

export default function SecurityCodes({ loaderData, actionData }: Route.ComponentProps) {
  useSheet(accountSheet);
  const { email, backupCodes, proof, setUp, ways } = loaderData;
  if (actionData?.backupCodes) {
    return <BackupCodes codes={actionData.backupCodes} isNew={actionData.intent === "confirm"} />;
  }
  const formOf = (intent: string) => (actionData?.intent === intent ? actionData.form : undefined);
  return (
    <CustomerPage title="Codes from an app">
      {actionData?.form?.notice && <Notice tone="error">{actionData.form.notice}</Notice>}
      {backupCodes !== null ? (
        <div className="account-lists">
          <PasswordForm
            intent="renew"
            title="New backup codes"
            text={`You have ${backupCodes} of your backup codes left. New codes replace them.`}
            button="Create new backup codes"
            form={formOf("renew")}
            email={email}
          />
          <PasswordForm
            intent="off"
            title="Switch off codes"
            text="Signing in then needs only your password. To change to another phone, switch codes off and on again."
            button="Switch off codes"
            form={formOf("off")}
            email={email}
            ways={ways}
          />
        </div>
      ) : setUp ? (
        <SetUp {...setUp} proof={proof} form={formOf("confirm")} ways={ways} />
      ) : (
        <PasswordForm
          intent="start"
          title="Switch on codes"
          text="You need an authenticator app on your phone, such as Google Authenticator, 2FAS or the passwords app of your phone."
          button="Continue"
          form={formOf("start")}
          email={email}
        />
      )}
      <div className="customer-page__actions">
        <ButtonLink href="/account/security" variant="quiet">
          Back to Security
        </ButtonLink>
      </div>
    </CustomerPage>
  );
}

interface PasswordFormProps {
  intent: string;
  title: string;
  text: string;
  button: string;
  form: ActionResult | undefined;
  email: string;
  ways?: readonly OpenWay[];
}

function PasswordForm({ intent, title, text, button, form, email, ways = [] }: PasswordFormProps) {
  return (
    <form method="post" action="/account/security/codes" className="security-form" noValidate>
      <h2>{title}</h2>
      <p>{text}</p>
      <input type="text" name="email" value={email} autoComplete="username" readOnly hidden />
      <TextField
        {...fieldState(form, "password")}
        id={`password-${intent}`}
        label="Your password"
        type="password"
        autoComplete="current-password"
        required
      />
      <WaysInFields ways={ways} form={form} />
      <div>
        <Button name="intent" value={intent} variant={intent === "off" ? "secondary" : "primary"}>
          {button}
        </Button>
      </div>
    </form>
  );
}

interface SetUpProps {
  picture: string;
  secret: string;
  proof: string;
  form: ActionResult | undefined;
  ways: readonly OpenWay[];
}

function SetUp({ picture, secret, proof, form, ways }: SetUpProps) {
  return (
    <form
      method="post"
      action={`/account/security/codes?set-up=${encodeURIComponent(proof)}`}
      className="security-form"
      noValidate
    >
      <h2>1. Scan this QR code with the app</h2>
      <img
        className="security-form__code"
        src={picture}
        alt="QR code with the secret that is written below"
        width="220"
        height="220"
      />
      <p>
        No camera? Type this secret into the app: <code>{secret}</code>
      </p>
      <h2>2. Enter the code that the app shows</h2>
      <TextField
        {...fieldState(form, "code")}
        defaultValue=""
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint="Six digits. The app shows a new code every 30 seconds."
        required
      />
      <WaysInFields ways={ways} form={form} />
      <div>
        <Button name="intent" value="confirm">
          Switch on codes
        </Button>
      </div>
    </form>
  );
}

function BackupCodes({ codes, isNew }: { codes: readonly string[]; isNew: boolean }) {
  const text = `${codes.join("\n")}\n`;
  return (
    <CustomerPage title="Your backup codes">
      <Notice tone="success">
        {isNew ? "Codes are switched on. " : "You have new backup codes. "}
        Save the codes below now: this page shows them only once.
      </Notice>
      <p>
        Each code works once, when you do not have your phone. Keep them apart from your password.
      </p>
      <ol className="security-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="customer-page__actions">
        <a
          className="button button--secondary"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="backup-codes.txt"
        >
          Download the codes
        </a>
        <ButtonLink href="/account/security">I have saved them</ButtonLink>
      </div>
    </CustomerPage>
  );
}
