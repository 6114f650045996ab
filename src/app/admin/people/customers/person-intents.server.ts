import { redirect } from "react-router";
import { z } from "zod";
import { deleteAccountOnRequest } from "#access/accounts/delete-account.ts";
import {
  addCustomerNote,
  changeCustomerNote,
  removeCustomerNote,
  restoreCustomerNote,
} from "#access/accounts/notes/customer-notes.ts";
import { saveDetailsOfCustomer } from "#access/accounts/profile.ts";
import { writeToCustomer } from "#access/accounts/write-to-customer.ts";
import { mergeCompanies } from "#access/companies/merge-companies.ts";
import { takeOutOfCompany } from "#access/companies/own-company.ts";
import { resetSecondFactor } from "#access/second-factor/reset-second-factor.ts";
import { keptIn } from "#app/account/kept-ways.ts";
import { blankIfUnsent, fields, intent } from "#app/intents.server.ts";
import type { Services } from "#compose.ts";
import { customerDetailNames } from "#platform/texts/customer-details.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import type { Actor } from "#policy/actor.ts";
import { billingLengths } from "#tax/billing-details.ts";
import { saveBillingOf } from "#tax/save-billing.ts";

const billingNames = Object.keys(billingLengths) as (keyof typeof billingLengths)[];

interface Person {
  readonly services: Services;
  readonly actor: Actor;
  readonly accountId: string;
}

export const personIntents = {
  "add-note": intent(fields("note"), async (person: Person, form) => {
    await addCustomerNote(person.services, person.actor, person.accountId, form);
    return { said: "Note is Added" };
  }),
  "change-note": intent(fields("note", "id", "version"), async (person: Person, form) => {
    await changeCustomerNote(person.services, person.actor, person.accountId, form);
    return { said: "Note is Updated" };
  }),
  "remove-note": intent(fields("id"), async (person: Person, form) => {
    await removeCustomerNote(person.services, person.actor, person.accountId, form);
    return {};
  }),
  "restore-note": intent(fields("id"), async (person: Person, form) => {
    await restoreCustomerNote(person.services, person.actor, person.accountId, form);
    return { said: "Note is Restored" };
  }),
  "change-details": intent(
    fields(...customerDetailNames, "seen"),
    async ({ services, actor, accountId }: Person, form) => {
      await saveDetailsOfCustomer(services, actor, accountId, form);
      return { said: "The details are saved" };
    },
  ),
  "save-billing": intent(
    fields(...billingNames),
    async ({ services, actor, accountId }: Person, form) => {
      await saveBillingOf(services, actor, accountId, form);
      return { said: "The invoice details are saved" };
    },
  ),
  write: intent(
    fields("idempotencyKey", "subject", "text"),
    async ({ services, actor, accountId }: Person, { idempotencyKey, ...email }) => {
      await writeToCustomer(services, actor, accountId, email, idempotencyKey);
      return {};
    },
  ),
  "merge-companies": intent(
    fields("email").extend({ understood: blankIfUnsent }),
    async ({ services, actor, accountId }: Person, form) => {
      await mergeCompanies(services, actor, accountId, form);
      return { said: "Companies are Merged" };
    },
  ),
  "take-out-of-company": intent(fields(), async ({ services, actor, accountId }: Person) => {
    const { email } = await takeOutOfCompany(services, actor, accountId);
    return { said: `${shownEmail(email)} is Removed from the company` };
  }),
  "reset-second-factor": intent(
    z.object({ understood: blankIfUnsent }).catchall(z.string()),
    async ({ services, actor, accountId }: Person, { understood, ...boxes }) => {
      const input = { understood, keep: keptIn(boxes) };
      await resetSecondFactor(services, actor, accountId, input);
      return { said: "Second factor is Reset" };
    },
  ),
  delete: intent(fields("confirmation"), async ({ services, actor, accountId }: Person, form) => {
    await deleteAccountOnRequest(services, actor, accountId, form);
    return redirect("/people?deleted", 303);
  }),
};
