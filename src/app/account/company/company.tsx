import { redirect } from "react-router";
import { z } from "zod";
import {
  inviteToCompany,
  withdrawCompanyInvitation,
} from "#access/companies/company-invitations.ts";
import {
  type OpenInvitation,
  type PersonOfCompany,
  readOwnCompany,
  renameCompany,
} from "#access/companies/own-company.ts";
import { countBackupCodes } from "#access/second-factor/app-codes.ts";
import { appContext, servicesOf, signedInOrLogin } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { ownPageHeaders } from "#app/document/page-headers.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm } from "#app/forms.server.ts";
import { blankIfUnsent, fields, intent, runIntent } from "#app/intents.server.ts";
import { CustomerPage } from "#app/ui/customer/customer-page.tsx";
import { DataTable } from "#app/ui/customer/data-table.tsx";
import { type ActionResult, fieldState, resultOf } from "#app/ui/forms/action-result.ts";
import { Button, ButtonLink } from "#app/ui/forms/button.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Notice, StatusMark } from "#app/ui/notice.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { Services } from "#compose.ts";
import type { RequestFacts } from "#http/http-app.ts";
import { newId } from "#platform/ids.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { isoTime, longDateOf } from "#platform/time/dates.ts";
import type { SignedInActor } from "#policy/actor.ts";
import { isOnTeam } from "#policy/actor.ts";
import accountSheet from "../account.css?sheet";
import { confirmByForm } from "../security/confirm-by-form.server.ts";
import { RefusedForm } from "../security/refused-form.tsx";
import type { Route } from "./+types/company";
import { RightFields } from "./right-fields.tsx";
import { rightsInForm, rightsInWords } from "./right-words.ts";

export const handle = { quiet: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Your company", matches);
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
  const [company, reader, codes] = await Promise.all([
    readOwnCompany(services, actor),
    dateReader(services, request),
    countBackupCodes(services.access, actor),
  ]);
  const word = new URL(request.url).searchParams.get("done") ?? "";
  const dateOf = (at: number) => ({ text: longDateOf(at, reader), iso: isoTime(at) });
  return {
    name: company.name,
    isManager: company.rights.people,
    isOfTeam: isOnTeam(actor),
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
    ownEmail: actor.email,
    hasCodes: codes !== null,
    done: Object.hasOwn(done, word) ? done[word as keyof typeof done] : null,
  };
}

interface CompanyForm {
  readonly services: Services;
  readonly facts: RequestFacts;
  /** Confirms with the password of the form, if it has one. */
  readonly confirm: (proof: string) => Promise<SignedInActor>;
}

const companyIntents = {
  rename: intent(
    fields("name").extend({ proof: blankIfUnsent }),
    async ({ services, confirm }: CompanyForm, { name = "", proof }) => {
      await renameCompany(services, await confirm(proof), { name });
      return redirect("/account/company?done=named", 303);
    },
  ),
  invite: intent(
    z
      .object({ email: blankIfUnsent, orders: blankIfUnsent, proof: blankIfUnsent })
      .catchall(z.string()),
    async ({ services, facts, confirm }: CompanyForm, { proof, email, ...form }) => {
      const input = { email, ...rightsInForm(form) };
      await inviteToCompany({ ...services, ...facts }, await confirm(proof), input, form.key);
      return redirect("/account/company?done=invited#invitations", 303);
    },
  ),
  withdraw: intent(
    fields("invitation").extend({ proof: blankIfUnsent }),
    async ({ services, confirm }: CompanyForm, { invitation = "", proof }) => {
      await withdrawCompanyInvitation(services, await confirm(proof), invitation);
      return redirect("/account/company?done=withdrawn", 303);
    },
  ),
};

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await signedInOrLogin(context, request);
  const confirm = (proof: string) => confirmByForm(context, actor, proof);
  const { services, facts } = context.get(appContext);
  return runIntent(companyIntents, { services, facts, confirm }, await readForm(request));
}

const leadForTeam = {
  alone:
    "You are on the team of this site, so nobody else can join your company. Orders that you place here are your own.",
  shared:
    "You are on the team of this site and must not share a company with a customer. You see nothing of its orders here. Please leave it below.",
} as const;

export default function Company({ loaderData, actionData }: Route.ComponentProps) {
  useSheet(accountSheet);
  const { name, isManager, isOfTeam, people, invitations, ownEmail, hasCodes } = loaderData;
  const isAlone = people.length === 1;
  const ofName = resultOf(actionData, "rename");
  const ofInvitation = resultOf(actionData, "invite");
  return (
    <CustomerPage
      title={name || "Your company"}
      lead={
        <p>
          {isOfTeam
            ? leadForTeam[isAlone ? "alone" : "shared"]
            : isAlone
              ? "Invite colleagues, so that they follow the work, answer questions or pay without your password."
              : "Everybody here shares the orders. Each person sees only what their rights allow."}
        </p>
      }
    >
      <RefusedForm
        form={actionData}
        action="/account/company"
        email={ownEmail}
        hasCodes={hasCodes}
      />
      {loaderData.done && !actionData && <Notice tone="success">{loaderData.done}</Notice>}
      <section className="company-part" aria-labelledby="company-people">
        <h2 id="company-people">People</h2>
        <People people={people} isManager={isManager} />
        {!isManager && !isOfTeam && (
          <p className="company-part__note">
            Somebody who manages people can change rights and invite more people.
          </p>
        )}
      </section>
      {invitations.length > 0 && <Invitations invitations={invitations} />}
      {isManager && !isOfTeam && <InviteForm form={ofInvitation} freshKey={loaderData.freshKey} />}
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
      columns={["Person", "Can see and do", "Joined", ...(edits ? ["Change"] : [])]}
      rows={people.map(({ accountId, email, name, can, since, isYou }) => ({
        key: accountId,
        cells: [
          <span className="company-person" key="person">
            <span>{name || shownEmail(email)}</span>
            {name && <span className="company-person__address">{email}</span>}
            {isYou && <StatusMark tone="good">You</StatusMark>}
          </span>,
          can,
          since === null ? (
            "Started the company"
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
                  label={`Change ${shownEmail(email)}`}
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
            shownEmail(email),
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
                aria-label={`Withdraw the invitation of ${shownEmail(email)}`}
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
  form: ActionResult | undefined;
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
