import { redirect } from "react-router";
import {
  inviteToCompany,
  withdrawCompanyInvitation,
} from "../../../access/companies/company-invitations.ts";
import {
  type OpenInvitation,
  type PersonOfCompany,
  readOwnCompany,
  renameCompany,
} from "../../../access/companies/own-company.ts";
import { newId } from "../../../platform/ids.ts";
import { isoTime, longDateOf } from "../../../platform/time/dates.ts";
import { appContext, servicesOf, signedInOrLogin } from "../../app-context.server.ts";
import { dateReader } from "../../date-reader.server.ts";
import { ownPageHeaders } from "../../document/page-headers.ts";
import { pageTitle } from "../../document/page-meta.ts";
import { readForm, refusedForm } from "../../form-state.server.ts";
import { CustomerPage } from "../../ui/customer/customer-page.tsx";
import { DataTable } from "../../ui/customer/data-table.tsx";
import { Button, ButtonLink } from "../../ui/forms/button.tsx";
import { type FormState, fieldState } from "../../ui/forms/form-state.ts";
import { TextField } from "../../ui/forms/text-field.tsx";
import { Notice, StatusMark } from "../../ui/notice.tsx";
import type { Route } from "./+types/company";
import { RightFields } from "./right-fields.tsx";
import { rightsInForm, rightsInWords } from "./right-words.ts";

export const handle = { quiet: true };

export function meta() {
  return pageTitle("Your company");
}

export const headers = ownPageHeaders;

const done = {
  named: "The name is saved.",
  invited: "The invitation is on its way. The link in the email works for 14 days.",
  withdrawn: "The invitation is withdrawn. Its link no longer works.",
  changed: "The rights are saved.",
  removed: "This person no longer sees your company or its orders.",
  left: "You have left the company. This page shows your own company now.",
  joined: "Welcome. Below you see what you can do here.",
} as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const services = servicesOf(context);
  const [company, reader] = await Promise.all([
    readOwnCompany(services, actor),
    dateReader(services, request),
  ]);
  const word = new URL(request.url).searchParams.get("done") ?? "";
  const dateOf = (at: number) => ({ text: longDateOf(at, reader), iso: isoTime(at) });
  return {
    name: company.name,
    isManager: company.rights.people,
    people: company.people.map((person) => ({
      ...person,
      can: rightsInWords(person.rights),
      since: person.since === null ? null : dateOf(person.since),
    })),
    invitations: company.invitations.map((invitation) => ({
      ...invitation,
      can: rightsInWords(invitation.rights),
      expires: dateOf(invitation.expiresAt),
    })),
    freshKey: newId(),
    done: Object.hasOwn(done, word) ? done[word as keyof typeof done] : null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await signedInOrLogin(context, request);
  const { services, facts } = context.get(appContext);
  const values = await readForm(request);
  try {
    if (values.intent === "withdraw") {
      await withdrawCompanyInvitation(services, actor, values.invitation ?? "");
      return redirect("/account/company?done=withdrawn", 303);
    }
    if (values.intent === "rename") {
      await renameCompany(services, actor, { name: values.name ?? "" });
      return redirect("/account/company?done=named", 303);
    }
    const input = { email: values.email ?? "", ...rightsInForm(values) };
    await inviteToCompany({ ...services, ...facts }, actor, input, values.key);
    return redirect("/account/company?done=invited#invitations", 303);
  } catch (error) {
    // Browsers do not send unticked checkboxes. The empty value adds their field to the form's
    // values, so that the message appears beside the checkboxes.
    return refusedForm(error, { orders: "", ...values });
  }
}

export default function Company({ loaderData, actionData }: Route.ComponentProps) {
  const { name, isManager, people, invitations } = loaderData;
  const isAlone = people.length === 1;
  const ofName = actionData?.values.intent === "rename" ? actionData : undefined;
  const ofInvitation = actionData?.values.intent === "invite" ? actionData : undefined;
  return (
    <CustomerPage
      title={name || "Your company"}
      lead={
        <p>
          {isAlone
            ? "Invite colleagues, so that they follow the work, answer questions or pay without your password."
            : "Everybody here shares the orders. Each person sees only what their rights allow."}
        </p>
      }
    >
      {actionData?.notice && <Notice tone="error">{actionData.notice}</Notice>}
      {loaderData.done && !actionData && <Notice tone="success">{loaderData.done}</Notice>}
      <section className="company-part" aria-labelledby="company-people">
        <h2 id="company-people">People</h2>
        <People people={people} isManager={isManager} />
        {!isManager && (
          <p className="company-part__note">
            Somebody who manages people can change rights and invite more people.
          </p>
        )}
      </section>
      {invitations.length > 0 && <Invitations invitations={invitations} />}
      {isManager && <InviteForm form={ofInvitation} freshKey={loaderData.freshKey} />}
      {isManager && (
        <section className="company-part" aria-labelledby="company-name">
          <h2 id="company-name">Name</h2>
          <form method="post" action="/account/company" noValidate>
            <input type="hidden" name="intent" value="rename" />
            <TextField
              {...fieldState(ofName, "name")}
              defaultValue={ofName?.values.name ?? name}
              label="Name of your company"
              hint="We and the people you invite see it beside your orders."
              autoComplete="organization"
              maxLength={80}
            />
            <Button variant="secondary">Save the name</Button>
          </form>
        </section>
      )}
      <div className="customer-page__actions">
        <ButtonLink href="/account" variant="quiet">
          Back to your account
        </ButtonLink>
        {!isAlone && (
          <ButtonLink href="/account/company/leave" variant="quiet">
            Leave this company
          </ButtonLink>
        )}
      </div>
    </CustomerPage>
  );
}

interface ShownDate {
  readonly text: string;
  readonly iso: string;
}

interface PeopleProps {
  people: readonly (Omit<PersonOfCompany, "since"> & {
    readonly can: string;
    readonly since: ShownDate | null;
  })[];
  isManager: boolean;
}

function People({ people, isManager }: PeopleProps) {
  const edits = isManager && people.length > 1;
  return (
    <DataTable
      caption="People of your company"
      columns={["Person", "Can see and do", "Here since", ...(edits ? ["Change"] : [])]}
      rows={people.map(({ accountId, email, name, can, since, isYou }) => ({
        key: accountId,
        cells: [
          <span className="company-person" key="person">
            <span>{name || email}</span>
            {name && <span className="company-person__address">{email}</span>}
            {isYou && <StatusMark tone="good">You</StatusMark>}
          </span>,
          can,
          since === null ? (
            "The beginning"
          ) : (
            <time key="since" dateTime={since.iso}>
              {since.text}
            </time>
          ),
          ...(edits
            ? [
                <ButtonLink
                  key="change"
                  href={`/account/company/people/${accountId}`}
                  variant="secondary"
                  label={`Change ${email}`}
                >
                  Change
                </ButtonLink>,
              ]
            : []),
        ],
      }))}
      empty={<p>Nobody is here.</p>}
    />
  );
}

interface InvitationsProps {
  invitations: readonly (OpenInvitation & { readonly can: string; readonly expires: ShownDate })[];
}

function Invitations({ invitations }: InvitationsProps) {
  return (
    <section className="company-part" id="invitations" aria-labelledby="company-invitations">
      <h2 id="company-invitations">Open invitations</h2>
      <DataTable
        caption="Open invitations"
        columns={["Invited", "Will see and do", "Valid until", "Withdraw"]}
        rows={invitations.map(({ id, email, can, expires }) => ({
          key: id,
          cells: [
            email,
            can,
            <time key="expires" dateTime={expires.iso}>
              {expires.text}
            </time>,
            <form key="withdraw" method="post" action="/account/company">
              <input type="hidden" name="intent" value="withdraw" />
              <Button
                variant="secondary"
                name="invitation"
                value={id}
                aria-label={`Withdraw the invitation of ${email}`}
              >
                Withdraw
              </Button>
            </form>,
          ],
        }))}
        empty={<p>No open invitations.</p>}
      />
    </section>
  );
}

interface InviteFormProps {
  form: FormState | undefined;
  freshKey: string;
}

function InviteForm({ form, freshKey }: InviteFormProps) {
  return (
    <section className="company-part" aria-labelledby="company-invite">
      <h2 id="company-invite">Invite somebody</h2>
      <form method="post" action="/account/company" noValidate>
        <input type="hidden" name="intent" value="invite" />
        <input type="hidden" name="key" value={form?.values.key || freshKey} />
        <TextField
          {...fieldState(form, "email")}
          label="Email address"
          type="email"
          autoComplete="off"
          hint="We send a link that works once. A person without an account sets a password there."
        />
        <RightFields
          legend="What may this person see and do?"
          values={form?.values ?? { orders: "yes" }}
          error={form?.errors.orders}
        />
        <Button>Send the invitation</Button>
      </form>
    </section>
  );
}
