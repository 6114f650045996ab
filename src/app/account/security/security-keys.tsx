import { redirect } from "react-router";
import { keyDays } from "#access/api-keys/api-key-form.ts";
import {
  createApiKey,
  listApiKeys,
  type NewApiKey,
  revokeApiKey,
  rolesForKeys,
} from "#access/api-keys/api-keys.ts";
import { countBackupCodes } from "#access/second-factor/app-codes.ts";
import { appContext, signedInOrLogin } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { ownPageHeaders } from "#app/document/page-headers.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm, refusedForm } from "#app/forms.server.ts";
import { CustomerPage } from "#app/ui/customer/customer-page.tsx";
import { DataTable } from "#app/ui/customer/data-table.tsx";
import { type ActionResult, fieldState } from "#app/ui/forms/action-result.ts";
import { Button, ButtonLink } from "#app/ui/forms/button.tsx";
import { SelectField } from "#app/ui/forms/select-field.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { newId } from "#platform/ids.ts";
import { fullDateOf, minuteOf } from "#platform/time/dates.ts";
import { roleName } from "#policy/roles.ts";
import accountSheet from "../account.css?sheet";
import type { Route } from "./+types/security-keys";
import { confirmByForm } from "./confirm-by-form.server.ts";
import { ConfirmField } from "./confirm-field.tsx";

export const handle = { quiet: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("API keys", matches);
}

export const headers = ownPageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const { services } = context.get(appContext);
  const [keys, codes, reader] = await Promise.all([
    listApiKeys(services, actor),
    countBackupCodes(services.access, actor),
    dateReader(services, request),
  ]);
  return {
    keys: keys.map((key) => ({
      id: key.id,
      name: key.name,
      prefix: key.prefix,
      mayDo: mayDo(key),
      expires: minuteOf(key.expiresAt, reader),
      expiresInFull: fullDateOf(key.expiresAt, reader),
      lastUsed: key.lastUsedAt === null ? "Never" : minuteOf(key.lastUsedAt, reader),
    })),
    roles: rolesForKeys(actor).map((role) => ({ value: role, label: roleName(role) })),
    email: actor.email,
    hasCodes: codes !== null,
    asksToConfirm: actor.confirmedRecently !== true,
    formKey: newId(),
    isRevoked: new URL(request.url).searchParams.has("revoked"),
  };
}

function mayDo({ role, isReadOnly }: Pick<NewApiKey, "role" | "isReadOnly">): string {
  const who = role === null ? "Your own orders" : roleName(role);
  return isReadOnly ? `${who}, only reading` : who;
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await signedInOrLogin(context, request);
  const { services } = context.get(appContext);
  const { proof = "", revoke, ...values } = await readForm(request);
  try {
    if (revoke !== undefined) {
      await revokeApiKey(services, actor, revoke);
      return redirect("/account/security/keys?revoked", 303);
    }
    const confirmed = await confirmByForm(context, actor, proof);
    return { created: await createApiKey(services, confirmed, values) };
  } catch (error) {
    return refusedForm(error, { ...values, proof: "" });
  }
}

export default function SecurityKeys({ loaderData, actionData }: Route.ComponentProps) {
  useSheet(accountSheet);
  const { keys, isRevoked, ...formData } = loaderData;
  if (actionData && "created" in actionData) return <Created {...actionData.created} />;
  return (
    <CustomerPage
      title="API keys"
      lead={
        <p>
          With a key, a program acts for you in the <a href="/api/docs">REST interface</a>. It never
          has more rights than you, and it cannot change passwords, roles or other keys.
        </p>
      }
    >
      {actionData?.notice && <Notice tone="error">{actionData.notice}</Notice>}
      {isRevoked && !actionData && <Notice tone="success">The key is revoked.</Notice>}
      <DataTable
        caption="API keys"
        columns={["Name", "Key", "May do", "Last used", "Expires", "Revoke"]}
        rows={keys.map((key) => ({
          key: key.id,
          cells: [
            key.name,
            <code key="prefix">{key.prefix}…</code>,
            key.mayDo,
            key.lastUsed,
            <span key="expires" title={key.expiresInFull}>
              {key.expires}
            </span>,
            <form key="revoke" method="post" action="/account/security/keys">
              <Button
                variant="secondary"
                name="revoke"
                value={key.id}
                aria-label={`Revoke ${key.name}`}
              >
                Revoke
              </Button>
            </form>,
          ],
        }))}
        empty={<p>You have no API keys yet.</p>}
      />
      <CreateKey {...formData} form={actionData} />
      <div className="customer-page__actions">
        <ButtonLink href="/account/security" variant="quiet">
          Back to Security
        </ButtonLink>
      </div>
    </CustomerPage>
  );
}

interface CreateKeyProps {
  roles: readonly { value: string; label: string }[];
  email: string;
  hasCodes: boolean;
  asksToConfirm: boolean;
  formKey: string;
  form: ActionResult | undefined;
}

function CreateKey({ roles, email, hasCodes, asksToConfirm, formKey, form }: CreateKeyProps) {
  return (
    <form method="post" action="/account/security/keys" className="security-form" noValidate>
      <h2>Create a key</h2>
      <input type="hidden" name="key" value={form?.values.key ?? formKey} />
      <TextField
        {...fieldState(form, "name")}
        label="Name"
        hint="Such as “Accounting export”. The audit log shows it."
        maxLength={60}
        required
      />
      {roles.length > 1 && (
        <SelectField {...fieldState(form, "role")} label="Role" options={roles} />
      )}
      <SelectField
        {...fieldState(form, "access", "read")}
        label="The key may"
        options={[
          { value: "read", label: "Read only" },
          { value: "all", label: "Read and change" },
        ]}
      />
      <SelectField
        {...fieldState(form, "days", "90")}
        label="Expires after"
        options={keyDays.map((days) => ({
          value: String(days),
          label: days === 365 ? "One year" : `${days} days`,
        }))}
      />
      {(asksToConfirm || form?.needsConfirmation) && (
        <ConfirmField form={form} email={email} hasCodes={hasCodes} />
      )}
      <div>
        <Button>Create the key</Button>
      </div>
    </form>
  );
}

function Created({ name, secret }: Pick<NewApiKey, "name" | "secret">) {
  return (
    <CustomerPage title="Your new API key">
      <Notice tone="success">
        The key “{name}” is created. Copy it now: this page shows it only once.
      </Notice>
      <p>
        <code className="security-key">{secret}</code>
      </p>
      <p>
        Send it with each request: <code>Authorization: Bearer furrow_…</code>. Keep it like a
        password, and revoke it here if somebody else learns it.
      </p>
      <div className="customer-page__actions">
        <ButtonLink href="/account/security/keys">I have saved it</ButtonLink>
      </div>
    </CustomerPage>
  );
}
