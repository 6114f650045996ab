import { redirect } from "react-router";
import { readEmailChange } from "#access/accounts/change-email.ts";
import { findPerson } from "#access/accounts/people.ts";
import { requestConfirmationEmail } from "#access/accounts/verify-address.ts";
import { readOwnCompany } from "#access/companies/own-company.ts";
import { listSessions } from "#access/sessions/sessions.ts";
import { readMailChoice } from "#conversation/news/mail-choice.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { isOnTeam } from "#policy/actor.ts";
import { hasMailServer } from "#settings/stored-settings.server.ts";
import { readTaxedSite } from "#tax/order-tax.server.ts";
import { appContext, servicesOf, signedInOrLogin } from "../app-context.server.ts";
import { ownPageHeaders } from "../document/page-headers.ts";
import { pageTitle } from "../document/page-title.ts";
import { refusedForm } from "../forms.server.ts";
import { CustomerPage } from "../ui/customer/customer-page.tsx";
import { Button, ButtonLink } from "../ui/forms/button.tsx";
import { Notice, StatusMark } from "../ui/notice.tsx";
import type { Route } from "./+types/account";
import { AccountLine } from "./account-line.tsx";
import { mailChoiceTexts } from "./mail-choice-texts.ts";

export const handle = { quiet: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Your account", matches);
}

export const headers = ownPageHeaders;

/** Confirmation messages by the value of `?done=`. */
const done = {
  profile: "Your details are saved.",
  password: "Your password has been changed. All your other sessions have been signed out.",
  confirmed: "Your email address is confirmed.",
  emails: "Your choice about emails is saved.",
  sent: "We have sent you a confirmation link. It is valid for one day.",
  "email-asked":
    "We have sent a link to your new address. Your address changes when it is confirmed.",
  "emails-asked":
    "We have sent a link to your new address and another to your present one. Your address changes when both are confirmed.",
  "email-waits":
    "This site cannot send emails at the moment, so the links that confirm the change have to wait.",
  "email-half": "Confirmed. Your address changes as soon as the other address is confirmed, too.",
  "email-changed": "Your email address is changed. Sign in with the new address from now on.",
  "email-stopped": "The change is stopped. Your account keeps its address.",
  waits: "This site cannot send emails at the moment, so the confirmation link has to wait.",
} as const;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const services = servicesOf(context);
  const { signInHeaders } = context.get(appContext);
  const [person, sessions, mailChoice, company, emailChange] = await Promise.all([
    findPerson(services, actor, actor.accountId),
    listSessions(services, actor, signInHeaders()),
    readMailChoice(services, actor),
    readOwnCompany(services, actor),
    readEmailChange(services, actor),
  ]);
  const { length: people } = company.people;
  const { profile, email, emailVerified } = person;
  const word = new URL(request.url).searchParams.get("done") ?? "";
  return {
    email,
    emailVerified,
    newEmail: emailChange?.newEmail ?? null,
    isOfTeam: isOnTeam(actor),
    profile: [profile?.customerName, profile?.customerCountry].filter(Boolean).join(", "),
    sessions: sessions.length,
    company: [company.name, people === 1 ? "Only you" : `${people} people`]
      .filter(Boolean)
      .join(", "),
    isManager: company.rights.people,
    asksForBilling:
      company.rights.payments && (await readTaxedSite(services.database.read)).asksForBilling,
    emails: mailChoiceTexts.find(({ value }) => value === mailChoice)?.label,
    done: Object.hasOwn(done, word) ? done[word as keyof typeof done] : null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await signedInOrLogin(context, request);
  const { services, signInHeaders } = context.get(appContext);
  try {
    await requestConfirmationEmail(services, actor, signInHeaders());
    const { configuration, database } = services;
    const isSent = await hasMailServer(configuration, database.read);
    return redirect(`/account?done=${isSent ? "sent" : "waits"}`, 303);
  } catch (error) {
    return refusedForm(error, {});
  }
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const {
    email,
    emailVerified,
    newEmail,
    isOfTeam,
    profile,
    sessions,
    emails,
    company,
    isManager,
  } = loaderData;
  return (
    <CustomerPage title="Your account">
      {actionData?.notice && <Notice tone="error">{actionData.notice}</Notice>}
      {loaderData.done && !actionData && <Notice tone="success">{loaderData.done}</Notice>}
      <div>
        <AccountLine
          title="Email address"
          action={
            <>
              {!emailVerified && (
                <form method="post" action="/account">
                  <Button variant="secondary">Send confirmation link</Button>
                </form>
              )}
              {!isOfTeam && <ButtonLink {...edit("email")}>Change</ButtonLink>}
            </>
          }
        >
          <p>{shownEmail(email)}</p>
          {emailVerified ? (
            <StatusMark tone="good">Confirmed</StatusMark>
          ) : (
            <p className="account-line__note">
              Not confirmed yet. You can order without confirming, but confirming keeps others from
              using your email address.
            </p>
          )}
          {newEmail && (
            <p className="account-line__note">
              Waits to become {shownEmail(newEmail)}: open the links that we sent.
            </p>
          )}
        </AccountLine>
        <AccountLine
          title="Your details"
          action={<ButtonLink {...edit("profile")}>Edit</ButtonLink>}
        >
          <p>{profile || "No details saved yet."}</p>
          <p className="account-line__note">We use them to fill in your next order.</p>
        </AccountLine>
        <AccountLine title="Emails" action={<ButtonLink {...edit("emails")}>Change</ButtonLink>}>
          <p>{emails}</p>
          <p className="account-line__note">When we email you about your orders.</p>
        </AccountLine>
        <AccountLine
          title="Company"
          action={<ButtonLink {...edit("company")}>{isManager ? "Change" : "See"}</ButtonLink>}
        >
          <p>{company}</p>
          <p className="account-line__note">
            Colleagues who see your orders or pay for them, each with their own account.
          </p>
        </AccountLine>
        {loaderData.asksForBilling && (
          <AccountLine
            title="Invoice details"
            action={
              <ButtonLink href="/billing" variant="secondary">
                Change
              </ButtonLink>
            }
          >
            <p className="account-line__note">Company, VAT number and address of your invoices.</p>
          </AccountLine>
        )}
        <AccountLine
          title="Password"
          action={<ButtonLink {...edit("password")}>Change</ButtonLink>}
        >
          <p className="account-line__note">Changing it signs you out on all other devices.</p>
        </AccountLine>
        <AccountLine
          title="Security"
          action={<ButtonLink {...edit("security")}>Change</ButtonLink>}
        >
          <p className="account-line__note">Codes from an app as a second factor, and passkeys.</p>
        </AccountLine>
        <AccountLine
          title="Sessions"
          action={<ButtonLink {...edit("sessions")}>See sessions</ButtonLink>}
        >
          <p>
            {sessions === 1
              ? "You are signed in on this device only."
              : `You are signed in on ${sessions} devices.`}
          </p>
        </AccountLine>
        <AccountLine title="Your data" action={<ButtonLink {...edit("data")}>Download</ButtonLink>}>
          <p className="account-line__note">Everything we store about you, in one file.</p>
        </AccountLine>
        <AccountLine
          title="Delete account"
          action={<ButtonLink {...edit("delete")}>Delete my account</ButtonLink>}
        >
          <p className="account-line__note">
            Deletes your account and your personal data. We ask you to confirm first.
          </p>
        </AccountLine>
      </div>
    </CustomerPage>
  );
}

function edit(page: string) {
  return { href: `/account/${page}`, variant: "secondary" } as const;
}
