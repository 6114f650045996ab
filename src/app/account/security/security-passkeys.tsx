import { redirect } from "react-router";
import { listPasskeys, removePasskey, renamePasskey } from "#access/second-factor/passkeys.ts";
import { appContext, signedInOrLogin } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { ownPageHeaders } from "#app/document/page-headers.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm } from "#app/forms.server.ts";
import { fields, intent, runIntent } from "#app/intents.server.ts";
import { CustomerPage } from "#app/ui/customer/customer-page.tsx";
import { DataTable } from "#app/ui/customer/data-table.tsx";
import { type ActionResult, fieldState } from "#app/ui/forms/action-result.ts";
import { Button, ButtonLink } from "#app/ui/forms/button.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { Services } from "#compose.ts";
import { fullDateOf, minuteOf } from "#platform/time/dates.ts";
import type { SignedInActor } from "#policy/actor.ts";
import accountSheet from "../account.css?sheet";
import type { Route } from "./+types/security-passkeys";
import { PasskeyScript } from "./passkey-script.tsx";

export const handle = { quiet: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Passkeys", matches);
}

export const headers = ownPageHeaders;

const done = {
  added: "The passkey is added. You can log in with it from now on.",
  renamed: "The name is saved.",
  removed: "The passkey is removed.",
} as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const { services } = context.get(appContext);
  const [passkeys, reader] = await Promise.all([
    listPasskeys(services.access, actor),
    dateReader(services, request),
  ]);
  const { searchParams } = new URL(request.url);
  const word = searchParams.get("done") ?? "";
  const shown = passkeys.map(({ addedAt, ...passkey }) => ({
    ...passkey,
    added: minuteOf(addedAt, reader),
    addedInFull: fullDateOf(addedAt, reader),
  }));
  return {
    email: actor.email,
    passkeys: shown,
    chosen: shown.find(({ id }) => id === searchParams.get("passkey")) ?? null,
    done: Object.hasOwn(done, word) ? done[word as keyof typeof done] : null,
  };
}

interface PasskeyForm {
  readonly access: Services["access"];
  readonly actor: SignedInActor;
  readonly signInHeaders: () => Headers;
  readonly id: string;
}

const passkeyIntents = {
  rename: intent(fields("name"), async ({ access, actor, id }: PasskeyForm, { name = "" }) => {
    await renamePasskey(access, actor, id, { name });
    return redirect("/account/security/passkeys?done=renamed", 303);
  }),
  remove: intent(fields("password"), async (sent: PasskeyForm, { password = "" }) => {
    await removePasskey(sent.access, sent.actor, sent.signInHeaders(), sent.id, { password });
    return redirect("/account/security/passkeys?done=removed", 303);
  }),
};

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await signedInOrLogin(context, request);
  const { services, signInHeaders } = context.get(appContext);
  const id = new URL(request.url).searchParams.get("passkey") ?? "";
  const sent = { access: services.access, actor, signInHeaders, id };
  return runIntent(passkeyIntents, sent, await readForm(request));
}

export default function SecurityPasskeys({ loaderData, actionData }: Route.ComponentProps) {
  useSheet(accountSheet);
  const { email, passkeys, chosen, done } = loaderData;
  return (
    <CustomerPage
      title="Passkeys"
      lead={
        <p>
          With a passkey you log in by fingerprint, face or the PIN of your device. It replaces the
          password and the code.
        </p>
      }
    >
      {actionData?.notice && <Notice tone="error">{actionData.notice}</Notice>}
      {done && !actionData && <Notice tone="success">{done}</Notice>}
      {chosen ? (
        <ChangePasskey {...chosen} email={email} form={actionData} />
      ) : (
        <>
          <DataTable
            caption="Passkeys"
            columns={["Name", "Added", "Change"]}
            rows={passkeys.map(({ id, name, added, addedInFull, isUsable }) => ({
              key: id,
              cells: [
                isUsable ? name : `${name} (made for another address of this site)`,
                <span key="added" title={addedInFull}>
                  {added}
                </span>,
                <ButtonLink
                  key="change"
                  href={`/account/security/passkeys?passkey=${id}`}
                  variant="secondary"
                >
                  Change
                </ButtonLink>,
              ],
            }))}
            empty={<p>You have no passkeys yet.</p>}
          />
          <AddPasskey email={email} />
        </>
      )}
      <div className="customer-page__actions">
        <ButtonLink
          href={chosen ? "/account/security/passkeys" : "/account/security"}
          variant="quiet"
        >
          {chosen ? "Back to Passkeys" : "Back to Security"}
        </ButtonLink>
      </div>
    </CustomerPage>
  );
}

/** Browsers create passkeys only by script, so the script shows the form. */
function AddPasskey({ email }: { email: string }) {
  return (
    <>
      <p data-passkey-missing>
        To add a passkey, open this page in a browser with passkeys and JavaScript.
      </p>
      <form className="security-form" data-passkey="add" noValidate hidden>
        <h2>Add a passkey</h2>
        <input type="text" name="email" value={email} autoComplete="username" readOnly hidden />
        <TextField name="name" label="Name" hint="Such as “My phone”." maxLength={60} required />
        <TextField
          name="password"
          label="Your password"
          type="password"
          autoComplete="current-password"
          required
        />
        <p className="text-field__error" aria-live="assertive" data-passkey-problem />
        <div>
          <Button>Add a passkey</Button>
        </div>
      </form>
      <PasskeyScript />
    </>
  );
}

interface ChangePasskeyProps {
  id: string;
  name: string;
  email: string;
  form: ActionResult | undefined;
}

function ChangePasskey({ id, name, email, form }: ChangePasskeyProps) {
  const action = `/account/security/passkeys?passkey=${id}`;
  return (
    <div className="account-lists">
      <form method="post" action={action} className="security-form" noValidate>
        <h2>Name</h2>
        <TextField {...fieldState(form, "name", name)} label="Name" maxLength={60} required />
        <div>
          <Button name="intent" value="rename">
            Save the name
          </Button>
        </div>
      </form>
      <form method="post" action={action} className="security-form" noValidate>
        <h2>Remove {name}</h2>
        <input type="text" name="email" value={email} autoComplete="username" readOnly hidden />
        <TextField
          {...fieldState(form, "password")}
          label="Your password"
          type="password"
          autoComplete="current-password"
          required
        />
        <div>
          <Button name="intent" value="remove" variant="secondary">
            Remove the passkey
          </Button>
        </div>
      </form>
    </div>
  );
}
