import { data, redirect } from "react-router";
import { z } from "zod";
import {
  changeCompanyRights,
  readOwnCompany,
  removePerson,
} from "#access/companies/own-company.ts";
import { countBackupCodes } from "#access/second-factor/app-codes.ts";
import { servicesOf, signedInOrLogin } from "#app/app-context.server.ts";
import { ownPageHeaders } from "#app/document/page-headers.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError, readForm } from "#app/forms.server.ts";
import { blankIfUnsent, intent, runIntent } from "#app/intents.server.ts";
import { CustomerPage } from "#app/ui/customer/customer-page.tsx";
import { Button, ButtonLink } from "#app/ui/forms/button.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { Services } from "#compose.ts";
import { AppError } from "#platform/errors.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import type { Actor, SignedInActor } from "#policy/actor.ts";
import { reasonWithoutCompanyRight } from "#policy/rights.ts";
import accountSheet from "../account.css?sheet";
import { confirmByForm } from "../security/confirm-by-form.server.ts";
import { RefusedForm } from "../security/refused-form.tsx";
import type { Route } from "./+types/company-person";
import { RightFields } from "./right-fields.tsx";
import { formOfRights, rightsInForm } from "./right-words.ts";

export const handle = { quiet: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("A person of your company", matches);
}

export const headers = ownPageHeaders;

/**
 * Throws 403 for an actor without the right to manage people, and 404 for a person outside the
 * company.
 */
async function managedPerson(services: Services, actor: Actor, accountId: string) {
  const company = await readOwnCompany(services, actor);
  if (!company.rights.people) {
    return pageError(new AppError("forbidden", reasonWithoutCompanyRight(actor, "people")));
  }
  const person = company.people.find((one) => one.accountId === accountId);
  if (person === undefined) {
    throw data("This person no longer belongs to your company.", { status: 404 });
  }
  return { ...person, isAlone: company.people.length === 1 };
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const services = servicesOf(context);
  const person = await managedPerson(services, actor, params.accountId);
  const codes = await countBackupCodes(services.access, actor);
  return { ...person, ownEmail: actor.email, hasCodes: codes !== null };
}

interface PersonForm {
  readonly services: Services;
  readonly accountId: string;
  /** Confirms with the password of the form, if it has one. */
  readonly confirm: (proof: string) => Promise<SignedInActor>;
}

const personIntents = {
  change: intent(
    z.object({ orders: blankIfUnsent, proof: blankIfUnsent }).catchall(z.string()),
    async ({ services, accountId, confirm }: PersonForm, { proof, ...form }) => {
      const confirmed = await confirm(proof);
      await changeCompanyRights(services, confirmed, accountId, rightsInForm(form));
      return redirect("/account/company?done=changed", 303);
    },
  ),
  remove: intent(
    z.object({ proof: blankIfUnsent }),
    async ({ services, accountId, confirm }: PersonForm, { proof }) => {
      await removePerson(services, await confirm(proof), accountId);
      return redirect("/account/company?done=removed", 303);
    },
  ),
};

export async function action({ request, context, params: { accountId } }: Route.ActionArgs) {
  const actor = await signedInOrLogin(context, request);
  const services = servicesOf(context);
  await managedPerson(services, actor, accountId);
  const confirm = (proof: string) => confirmByForm(context, actor, proof);
  return runIntent(personIntents, { services, accountId, confirm }, await readForm(request));
}

export default function CompanyPerson({ loaderData, actionData }: Route.ComponentProps) {
  useSheet(accountSheet);
  const { accountId, email, name, rights, isYou, isAlone, ownEmail, hasCodes } = loaderData;
  const path = `/account/company/people/${accountId}`;
  return (
    <CustomerPage
      title={name || shownEmail(email)}
      lead={name ? <p>{shownEmail(email)}</p> : undefined}
    >
      <RefusedForm form={actionData} action={path} email={ownEmail} hasCodes={hasCodes} />
      <form method="post" action={path} noValidate>
        <RightFields
          legend={isYou ? "What you may see and do" : "What this person may see and do"}
          values={actionData?.values.intent === "change" ? actionData.values : formOfRights(rights)}
          error={actionData?.errors.orders}
        />
        <Button name="intent" value="change">
          Save the rights
        </Button>
      </form>
      {!isYou && !isAlone && (
        <section className="company-part" aria-labelledby="company-remove">
          <h2 id="company-remove">Remove from the company</h2>
          <p className="company-part__note">
            {shownEmail(email)} will no longer see your orders. Orders, messages and files stay,
            with the name of this person.
          </p>
          <form method="post" action={path}>
            <Button variant="secondary" name="intent" value="remove">
              Remove this person
            </Button>
          </form>
        </section>
      )}
      <div className="customer-page__actions">
        <ButtonLink href="/account/company" variant="quiet">
          Back to your company
        </ButtonLink>
      </div>
    </CustomerPage>
  );
}
