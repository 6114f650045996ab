import { type ActionResult, fieldState, resultOf } from "#app/ui/forms/action-result.ts";
import { Button } from "#app/ui/forms/button.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { LinkedText } from "#app/ui/linked-text.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { longestPasswordFields } from "#conversation/passwords/password-lengths.ts";
import type { CustomerPartProps } from "../customer-part.ts";
import { LivePart } from "../live/live-updates.tsx";
import orderPasswordsSheet from "./order-passwords.css?sheet";
import type { PasswordsView, PasswordView } from "./passwords-part.server.ts";

interface OrderPasswordsProps {
  passwords: PasswordsView;
  form: ActionResult | undefined;
}

export function CustomerPasswords({ room: { passwords }, form }: CustomerPartProps) {
  useSheet(orderPasswordsSheet);
  const own = resultOf(form, "add-password", "replace-password", "withdraw-password");
  return (
    <LivePart name="passwords">
      {passwords && <OrderPasswords passwords={passwords} form={own} />}
    </LivePart>
  );
}

/**
 * Lists the passwords that the customer has given for the work on an order, without showing any
 * password.
 */
function OrderPasswords({ passwords: row, form }: OrderPasswordsProps) {
  const { passwords, closedBecause, isReader, keptDays } = row;
  const isGone =
    form?.values.passwordId !== undefined &&
    passwords.every(({ id }) => id !== form.values.passwordId);
  return (
    <section className="order-passwords" id="passwords" aria-labelledby="passwords-title">
      <h2 id="passwords-title">Passwords</h2>
      {form?.notice && (isGone || form.values.intent !== "add-password") && (
        <Notice tone="error">{form.notice}</Notice>
      )}
      <p className="order-step__note">
        {passwords.length === 0 &&
          "Do we need to sign in somewhere for you? Give us the password here, not in a message. "}
        Passwords are stored encrypted. Nobody can read them on this page, and you see here each
        time that one of us looks at a password. We delete them{" "}
        {keptDays === 1 ? "a day" : `${keptDays} days`} after you have accepted the work.
      </p>
      {passwords.length > 0 && (
        <ul className="order-passwords__list">
          {passwords.map((password) => (
            <Password key={password.id} password={password} row={row} form={form} />
          ))}
        </ul>
      )}
      {isReader && closedBecause === null && <AddPassword row={row} form={form} />}
      {closedBecause !== null && <p className="order-step__note">{closedBecause}</p>}
    </section>
  );
}

interface PasswordProps {
  password: PasswordView;
  row: PasswordsView;
  form: ActionResult | undefined;
}

function Password({ password, row, form }: PasswordProps) {
  const { id, label, userName, address, addedAt, replacedAt, isFromTeam, givenBy } = password;
  const by = isFromTeam ? ` by ${givenBy}` : "";
  return (
    <li className="order-password" id={`password-${id}`}>
      <h3>{label}</h3>
      {(userName !== "" || address !== "") && (
        <dl className="order-password__facts">
          {userName !== "" && (
            <div>
              <dt>User name</dt>
              <dd>{userName}</dd>
            </div>
          )}
          {address !== "" && (
            <div>
              <dt>Website</dt>
              <dd>
                <LinkedText text={address} />
              </dd>
            </div>
          )}
        </dl>
      )}
      <ul className="order-password__times">
        <li>
          Given on {addedAt}
          {by}
        </li>
        {replacedAt !== "" && <li>Replaced on {replacedAt}</li>}
        {password.showings.map(({ by: name, at }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: showings are only ever added at the end
          <li key={index}>
            Shown to {name} on {at}
          </li>
        ))}
      </ul>
      {!password.isReadable && (
        <p className="order-password__unreadable">
          We can no longer read this password. Please replace it.
        </p>
      )}
      {row.isReader && (
        <div className="order-password__changes">
          {row.closedBecause === null && (
            <ReplacePassword password={password} orderId={row.orderId} form={form} />
          )}
          <form method="post" action={`/my-order/${row.orderId}#passwords`}>
            <input type="hidden" name="intent" value="withdraw-password" />
            <input type="hidden" name="passwordId" value={id} />
            <button
              className="order-password__withdraw"
              type="submit"
              aria-label={`Delete the password for ${label}`}
            >
              Delete
            </button>
          </form>
        </div>
      )}
    </li>
  );
}

interface ReplacePasswordProps {
  password: PasswordView;
  orderId: string;
  form: ActionResult | undefined;
}

function ReplacePassword({ password, orderId, form }: ReplacePasswordProps) {
  const { id, label, userName, address, version } = password;
  const { intent, passwordId } = form?.values ?? {};
  const refused = intent === "replace-password" && passwordId === id ? form : undefined;
  return (
    <details className="order-password__replace" open={refused !== undefined}>
      <summary aria-label={`Replace the password for ${label}`}>Replace</summary>
      <form method="post" action={`/my-order/${orderId}#passwords`} noValidate>
        <input type="hidden" name="intent" value="replace-password" />
        <input type="hidden" name="passwordId" value={id} />
        <input type="hidden" name="version" value={version} />
        <PasswordFields
          form={refused}
          prefix={`replace-${id}`}
          known={{ label, userName, address }}
        />
        <Button variant="secondary">Replace the password</Button>
      </form>
    </details>
  );
}

function AddPassword({ row, form }: { row: PasswordsView; form: ActionResult | undefined }) {
  const refused = form?.values.intent === "add-password" ? form : undefined;
  return (
    <details className="order-passwords__add" open={refused !== undefined}>
      <summary className="button button--secondary">Give us a password</summary>
      <form method="post" action={`/my-order/${row.orderId}#passwords`} noValidate>
        {refused?.notice && <Notice tone="error">{refused.notice}</Notice>}
        <input type="hidden" name="intent" value="add-password" />
        <input type="hidden" name="key" value={refused?.values.key || row.freshKey} />
        <PasswordFields
          form={refused}
          prefix="add-password"
          known={{ label: "", userName: "", address: "" }}
        />
        <Button>Save the password</Button>
      </form>
    </details>
  );
}

interface PasswordFieldsProps {
  form: ActionResult | undefined;
  /** Beginning of the ids of the fields. */
  prefix: string;
  known: { label: string; userName: string; address: string };
}

function PasswordFields({ form, prefix, known }: PasswordFieldsProps) {
  const { label, userName, address, password } = longestPasswordFields;
  const { defaultValue: _, ...passwordState } = fieldState(form, "password");
  return (
    <>
      <TextField
        {...fieldState(form, "label", known.label)}
        id={`${prefix}-label`}
        label="What is it for?"
        hint="Such as WordPress or Google Analytics"
        maxLength={label}
        autoComplete="off"
        required
      />
      <TextField
        {...fieldState(form, "userName", known.userName)}
        id={`${prefix}-user`}
        label="User name"
        maxLength={userName}
        autoComplete="off"
      />
      <TextField
        {...passwordState}
        id={`${prefix}-password`}
        label="Password"
        type="password"
        maxLength={password}
        autoComplete="new-password"
        required
      />
      <TextField
        {...fieldState(form, "address", known.address)}
        id={`${prefix}-address`}
        label="Address of the sign-in page"
        inputMode="url"
        maxLength={address}
        autoComplete="off"
      />
    </>
  );
}
