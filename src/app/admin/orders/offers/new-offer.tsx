import { Alert, List, Stack, Title } from "@mantine/core";
import { useState } from "react";
import { useNavigate } from "react-router";
import { accountWithEmail, pageOfPeople } from "#access/accounts/people.ts";
import { readCompanyOfPerson } from "#access/companies/merge-companies.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError, readForm, refusedForm, savedForm } from "#app/forms.server.ts";
import { atExtraFields } from "#app/ui/forms/chosen-extras.ts";
import type { Services } from "#compose.ts";
import { makeOffer } from "#offers/manage-offers.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { addDays } from "#platform/time/calendar.ts";
import { dayOf } from "#platform/time/dates.ts";
import type { Actor, SignedInActor } from "#policy/actor.ts";
import type { Route } from "./+types/new-offer";
import { emailsOfOffer } from "./emails-of-offer.server.ts";
import { type OfferChoices, offerChoices } from "./offer-choices.server.ts";
import { OfferFields } from "./offer-fields.tsx";
import {
  type OfferStart,
  startForCustomer,
  startFromOffer,
  startFromOrder,
} from "./offer-start.server.ts";
import { contentInput } from "./offer-values.ts";

export const handle = {
  breadcrumb: [
    { label: "Orders", path: "/total-orders" },
    { label: "Offers", path: "/admin/offers" },
    { label: "New offer" },
  ],
};

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("New offer", matches);
}

const usualDays = 14;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { searchParams } = new URL(request.url);
  const find = searchParams.get("find");
  const people = find === null ? [] : await customersBeginning(services, actor, find);
  const { timeZone } = await dateReader(services, request);
  const lastDay = addDays(dayOf(services.clock(), timeZone), usualDays);
  const choices = await offerChoices(services);
  const [name = "new", id = ""] =
    [...searchParams].find(([name]) => ["like", "order", "for"].includes(name)) ?? [];
  const start = await startOf(services, actor, { name, id, choices }).catch(pageError);
  return {
    people,
    values: {
      email: "",
      name: "",
      isForCompany: "",
      packageId: "",
      title: "",
      price: "",
      priceCycles: "all",
      points: "",
      workingDays: "",
      includedRounds: "2",
      note: "",
      payDays: String(usualDays),
      ...start.values,
      lastDay,
    },
    changes: start.changes,
    draftKey: `furrow-typed offer ${name} ${id}`,
    choices,
    freshKey: newId(),
    timeZone,
  };
}

interface WantedStart {
  readonly name: string;
  readonly id: string;
  readonly choices: OfferChoices;
}

/** What the form has before anybody types, from the query of the address. */
async function startOf(
  services: Services,
  actor: SignedInActor,
  { name, id, choices }: WantedStart,
): Promise<OfferStart> {
  if (name === "for") return startForCustomer(services, actor, id);
  if (name === "like") return startFromOffer(services, actor, id, choices);
  if (name === "order") return startFromOrder(services, actor, id, { choices, payDays: usualDays });
  return { values: {}, changes: [] };
}

const mostFound = 8;

async function customersBeginning(services: Services, actor: Actor, search: string) {
  const found = await pageOfPeople(services, actor, { search, page: 1, pageSize: mostFound });
  return found.items.map(({ email, name }) => ({ email, name }));
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const sent = await readForm(request);
  try {
    const to = await recipientOf(services, actor, sent);
    const input = { ...to, ...contentInput(sent) };
    const { id } = await makeOffer(services, actor, input, sent.idempotencyKey);
    // The page of the offer says that the link of an offer without an email is copied.
    const said = input.sends ? `The offer is made. ${await emailsOfOffer(services)}` : undefined;
    return savedForm({ said, data: { id, isSent: input.sends } });
  } catch (error) {
    return refusedForm(atExtraFields(error, contentInput(sent).addOns), sent);
  }
}

async function recipientOf(
  services: Services,
  actor: Actor,
  { email = "", name = "", isForCompany }: Record<string, string>,
) {
  if (isForCompany !== "yes") return { email: email.trim(), name };
  const accountId = await accountWithEmail(services, actor, email);
  if (accountId === null) {
    const message = "This address has no account, so it has no company here.";
    throw new AppError("invalid", message, { issues: [{ path: "email", message }] });
  }
  return { companyId: (await readCompanyOfPerson(services, actor, accountId)).id };
}

export default function NewOffer({ loaderData }: Route.ComponentProps) {
  const { values, changes, draftKey, choices, freshKey, timeZone } = loaderData;
  const navigate = useNavigate();
  // The state keeps the first key when the page loads its data again.
  const [idempotencyKey] = useState(freshKey);
  return (
    <Stack gap="lg" maw={640}>
      <Title order={1}>New offer</Title>
      {changes.length > 0 && (
        <Alert color="yellow" title="Not as it was">
          <List>
            {changes.map((change) => (
              <List.Item key={change}>{change}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <OfferFields
        // A new offer for somebody else, or like another one, must not keep what this form has.
        key={draftKey}
        {...choices}
        values={values}
        draftKey={draftKey}
        version={null}
        idempotencyKey={idempotencyKey}
        timeZone={timeZone}
        onSaved={(id, isSent) => navigate(`/admin/offers/${id}`, { state: { wantsLink: !isSent } })}
      />
    </Stack>
  );
}
