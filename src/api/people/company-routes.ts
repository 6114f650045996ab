import type { Hono } from "hono";
import { z } from "zod";
import {
  acceptCompanyForm,
  acceptCompanyInvitation,
  companyInvitationForm,
  inviteToCompany,
  withdrawCompanyInvitation,
} from "#access/companies/company-invitations.ts";
import {
  mergeCompanies,
  mergeForm,
  readCompanyOfPerson,
} from "#access/companies/merge-companies.ts";
import {
  changeCompanyRights,
  companyNameForm,
  companyRightsForm,
  leaveCompany,
  type OwnCompany,
  readOwnCompany,
  removePerson,
  renameCompany,
  takeOutOfCompany,
} from "#access/companies/own-company.ts";
import { moveOrder, moveOrderForm } from "#orders/companies/move-order.ts";
import { isoTime } from "#platform/time/dates.ts";
import { everyCompanyRight } from "#policy/company.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { addCall } from "../call.ts";

const tag = "Companies";

const rightsSchema = z
  .strictObject({
    orders: z.boolean(),
    payments: z.boolean(),
    mayOrder: z.boolean(),
    people: z.boolean(),
  })
  .meta({ id: "CompanyRights" });

const ownCompanySchema = z
  .strictObject({
    name: z.string().meta({ description: '"" until somebody names the company' }),
    rights: rightsSchema,
    people: z.array(
      z.strictObject({
        _id: z.string(),
        email: z.string(),
        name: z.string(),
        rights: rightsSchema,
        since: z.iso.datetime().nullable(),
        isYou: z.boolean(),
      }),
    ),
    invitations: z
      .array(
        z.strictObject({
          _id: z.string(),
          email: z.string(),
          rights: rightsSchema,
          invitedBy: z.string(),
          sentAt: z.iso.datetime(),
          expiresAt: z.iso.datetime(),
        }),
      )
      .meta({ description: "Empty for somebody who does not manage people" }),
  })
  .meta({ id: "OwnCompany" });

function shown({ name, rights, people, invitations }: OwnCompany) {
  return {
    name,
    rights,
    people: people.map(({ accountId, since, ...person }) => ({
      _id: accountId,
      ...person,
      since: since === null ? null : isoTime(since),
    })),
    invitations: invitations.map(({ id, sentAt, expiresAt, ...invitation }) => ({
      _id: id,
      ...invitation,
      sentAt: isoTime(sentAt),
      expiresAt: isoTime(expiresAt),
    })),
  };
}

const companySchema = z
  .strictObject({
    name: z.string(),
    people: z.array(z.strictObject({ _id: z.string(), email: z.string(), rights: rightsSchema })),
  })
  .meta({ id: "Company" });

const doneSchema = z.strictObject({ done: z.literal(true) });
const done = { done: true } as const;
const rightsExample = { ...everyCompanyRight, mayOrder: false, people: false };

export function companyRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  ownCompanyCalls(api, services);
  invitationCalls(api, services);
  teamCalls(api, services);
}

function ownCompanyCalls(api: Hono<ApiContext>, services: ApiDependencies): void {
  const signedIn = { tag, who: "signed in" } as const;
  addCall(api, "GET", "/my-company", {
    ...signedIn,
    summary: "Your company with its people and your rights",
    answer: { schema: ownCompanySchema },
    run: async ({ actor }) => shown(await readOwnCompany(services, actor)),
  });
  addCall(api, "PUT", "/my-company", {
    ...signedIn,
    summary: "Names your company",
    body: { schema: companyNameForm, example: { name: "Northgate Dental" } },
    answer: { schema: ownCompanySchema },
    run: async ({ actor, body }) => {
      await renameCompany(services, actor, body);
      return shown(await readOwnCompany(services, actor));
    },
  });
  addCall(api, "PUT", "/my-company/people/:id", {
    ...signedIn,
    summary: "Changes the rights of a person of your company",
    detail: "Rights that are left out are taken away. Whoever manages people has all rights.",
    body: { schema: companyRightsForm, example: rightsExample },
    answer: { schema: doneSchema },
    refusals: [409],
    run: async ({ actor, id, body }) => {
      await changeCompanyRights(services, actor, id, body);
      return done;
    },
  });
  addCall(api, "DELETE", "/my-company/people/:id", {
    ...signedIn,
    summary: "Removes a person from your company",
    answer: { schema: doneSchema },
    refusals: [409],
    run: async ({ actor, id }) => {
      await removePerson(services, actor, id);
      return done;
    },
  });
  addCall(api, "POST", "/my-company/leaving", {
    ...signedIn,
    summary: "Takes you out of your company",
    answer: { schema: doneSchema },
    refusals: [409],
    run: async ({ actor }) => {
      await leaveCompany(services, actor);
      return done;
    },
  });
}

function invitationCalls(api: Hono<ApiContext>, services: ApiDependencies): void {
  addCall(api, "POST", "/my-company/invitations", {
    tag,
    who: "signed in",
    summary: "Invites a person to your company by email",
    detail: "A new invitation of the same address replaces the earlier one.",
    headers: z.object({ "Idempotency-Key": z.string().max(255).optional() }),
    body: {
      schema: companyInvitationForm,
      example: { email: "colleague@example.com", ...rightsExample },
    },
    answer: { status: 201, schema: z.strictObject({ _id: z.string() }) },
    refusals: [409, 422, 429],
    run: async ({ context, actor, body }) => {
      const key = context.req.header("idempotency-key");
      const dependencies = { ...services, ...context.var.facts };
      return { _id: (await inviteToCompany(dependencies, actor, body, key)).id };
    },
  });
  addCall(api, "DELETE", "/my-company/invitations/:id", {
    tag,
    who: "signed in",
    summary: "Withdraws an invitation to your company",
    answer: { schema: doneSchema },
    run: async ({ actor, id }) => {
      await withdrawCompanyInvitation(services, actor, id);
      return done;
    },
  });
  addCall(api, "POST", "/company-invitation", {
    tag,
    who: "everyone",
    summary: "Accepts an invitation to a company",
    detail:
      "With the session of the invited person, or with a password for an address without a confirmed account.",
    body: { schema: acceptCompanyForm, example: { token: "of-the-emailed-link" } },
    answer: { schema: doneSchema },
    refusals: [401, 404, 409],
    run: async ({ context, body }) => {
      await acceptCompanyInvitation(services, await context.var.actor(), body);
      return done;
    },
  });
}

function teamCalls(api: Hono<ApiContext>, services: ApiDependencies): void {
  const team = { tag, who: "admin" } as const;
  addCall(api, "GET", "/accounts/:id/company", {
    ...team,
    summary: "The company of a customer with its people",
    answer: { schema: companySchema },
    run: async ({ actor, id }) => {
      const { name, people } = await readCompanyOfPerson(services, actor, id);
      return { name, people: people.map(({ accountId: _id, ...one }) => ({ _id, ...one })) };
    },
  });
  addCall(api, "DELETE", "/accounts/:id/company", {
    ...team,
    summary: "Takes a customer out of their company",
    detail:
      "The person gets a company of their own, without orders, and an email. Needed before somebody of a customer's company gets a role on the team.",
    answer: { schema: doneSchema },
    refusals: [409],
    run: async ({ actor, id }) => {
      await takeOutOfCompany(services, actor, id);
      return done;
    },
  });
  addCall(api, "POST", "/accounts/:id/company/merging", {
    ...team,
    summary: "Moves all people and orders of a customer's company to another company",
    detail: "Cannot be undone. Open invitations of the first company are withdrawn.",
    body: { schema: mergeForm, example: { email: "customer@example.com", understood: "yes" } },
    answer: { schema: z.strictObject({ company: z.string() }) },
    refusals: [409],
    run: async ({ actor, id, body }) => ({
      company: (await mergeCompanies(services, actor, id, body)).name,
    }),
  });
  addCall(api, "PUT", "/order/:id/company", {
    ...team,
    summary: "Moves an order to the company of another person",
    body: {
      schema: moveOrderForm,
      example: { email: "customer@example.com", understood: "yes" },
    },
    answer: { schema: z.strictObject({ company: z.string() }) },
    refusals: [409],
    run: async ({ actor, id, body }) => ({
      company: (await moveOrder(services, actor, id, body)).order.companyName,
    }),
  });
}
