import type { Hono } from "hono";
import { z } from "zod";
import { planIntervals } from "#content/model/plan-interval.ts";
import {
  changeOffer,
  makeOffer,
  makeOfferLink,
  sendOffer,
  withdrawOffer,
} from "#offers/manage-offers.ts";
import { type Offer, offerStateOf, offerStates } from "#offers/offer.ts";
import { changeOfferForm, newOfferForm } from "#offers/offer-form.ts";
import { listOffers, readOffer, type WholeOffer } from "#offers/read-offers.ts";
import { priceFromCents } from "#platform/money.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { addCall } from "../call.ts";
import { listQuery, listResponse } from "../list-response.ts";
import { orderLine, shownLine } from "./order-schemas.ts";

const tag = "Offers";

const time = z.iso.datetime().nullable();

const listedSchema = z.strictObject({
  _id: z.string(),
  state: z.enum(offerStates),
  version: z.int().meta({ description: "Number of the newest version" }),
  email: z.string().meta({ description: "Empty for an offer to a company" }),
  name: z.string(),
  accountId: z.string().nullable(),
  companyId: z.string().nullable(),
  companyName: z.string(),
  title: z.string(),
  price: z.string().meta({ description: 'Such as "249" or "249.50"' }),
  lastDay: z.string().meta({ description: "Such as 2026-12-24, in the site's time zone" }),
  createdAt: z.iso.datetime(),
  sentAt: time,
  withdrawnAt: time,
  acceptedAt: time,
  orderId: z.string().nullable().meta({ description: "The order of an accepted offer" }),
});

const offerSchema = listedSchema.extend({
  packageId: z.string(),
  charged: z.enum(planIntervals),
  lines: z.array(orderLine),
  points: z.array(z.string()),
  workingDays: z.int(),
  includedRounds: z.int(),
  note: z.string(),
  payDays: z.int(),
});

const stateQuery = z.object({
  state: z.enum(offerStates, `The state is one of ${offerStates.join(", ")}.`).optional(),
  q: z.string().max(200).optional().meta({ description: "Beginnings of words" }),
});

const keyHeader = z.object({
  "idempotency-key": z.string().optional().meta({
    description: "A repeated call with the same key makes no second offer",
  }),
});

const newExample = {
  email: "ada@example.com",
  name: "Ada Field",
  title: "A workshop of a day",
  price: "900",
  lastDay: "2027-03-31",
  points: ["A workshop of a day in your office"],
};

const changeExample = {
  title: "A workshop of a day",
  price: "850",
  lastDay: "2027-03-31",
  points: ["A workshop of a day in your office"],
  version: 1,
};

export function offerRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  const admin = { tag, who: "admin" } as const;
  const now = () => services.clock();
  const answer = { schema: listedSchema };
  addCall(api, "GET", "/offers", {
    ...admin,
    summary: "Every offer",
    detail: "Oldest first.",
    query: listQuery.extend(stateQuery.shape),
    answer: { schema: z.array(listedSchema) },
    refusals: [404],
    run: async ({ context, actor }) => {
      const { state = "", q = "" } = parseOrThrow(stateQuery, context.req.query());
      const offers = await listOffers(services, actor, { state, q });
      return listResponse(
        context,
        offers.map((offer) => listed(offer, now())),
      );
    },
  });
  addCall(api, "GET", "/offer/:id", {
    ...admin,
    summary: "One offer as it is now",
    answer: { schema: offerSchema },
    run: async ({ actor, id }) => whole(await readOffer(services, actor, id), now()),
  });
  addCall(api, "POST", "/offer", {
    ...admin,
    summary: "Makes an offer to a customer, a company or a new address",
    detail:
      "Name one of accountId, companyId and email. A price below that of the plan needs the right to give discounts.",
    headers: keyHeader,
    body: { schema: newOfferForm, example: newExample },
    answer: { ...answer, status: 201 },
    refusals: [422, 429],
    run: async ({ context, actor, body }) => {
      const key = context.req.header("idempotency-key");
      return listed(await makeOffer(services, actor, body, key), now());
    },
  });
  addCall(api, "PUT", "/offer/:id", {
    ...admin,
    summary: "Makes a new version of an offer",
    detail:
      "The newest version is the one that the customer can accept. What the offer has from its plan and its add-ons stays, also when these have changed.",
    body: { schema: changeOfferForm, example: changeExample },
    answer,
    refusals: [409, 429],
    run: async ({ actor, id, body }) => listed(await changeOffer(services, actor, id, body), now()),
  });
  addCall(api, "POST", "/offer/:id/send", {
    ...admin,
    summary: "Sends the newest version by email",
    answer,
    refusals: [409, 429],
    run: async ({ actor, id }) => listed(await sendOffer(services, actor, id), now()),
  });
  addCall(api, "POST", "/offer/:id/link", {
    ...admin,
    summary: "Makes a link to an offer, to be given to the customer in another way",
    answer: { schema: z.strictObject({ link: z.url() }) },
    refusals: [409, 429],
    run: async ({ actor, id }) => ({ link: await makeOfferLink(services, actor, id) }),
  });
  addCall(api, "POST", "/offer/:id/withdraw", {
    ...admin,
    summary: "Withdraws an offer, so that nobody can accept it",
    answer,
    refusals: [409],
    run: async ({ actor, id }) => listed(await withdrawOffer(services, actor, id), now()),
  });
}

function listed(offer: Offer, now: number): z.output<typeof listedSchema> {
  const { id, version, email, name, accountId, companyId, companyName, title, lastDay } = offer;
  const at = (instant: number | null) => (instant === null ? null : isoTime(instant));
  return {
    _id: id,
    state: offerStateOf(offer, now),
    version,
    email,
    name,
    accountId,
    companyId,
    companyName,
    title,
    price: priceFromCents(offer.priceCents),
    lastDay,
    createdAt: isoTime(offer.createdAt),
    sentAt: at(offer.sentAt),
    withdrawnAt: at(offer.withdrawnAt),
    acceptedAt: at(offer.acceptedAt),
    orderId: offer.orderId,
  };
}

function whole(offer: WholeOffer, now: number): z.output<typeof offerSchema> {
  const { packageId, charged, lines, points, workingDays, ...terms } = offer.content;
  const { includedRounds, note, payDays } = terms;
  return {
    ...listed(offer, now),
    packageId,
    charged,
    lines: lines.map(shownLine),
    points: [...points],
    workingDays,
    includedRounds,
    note,
    payDays,
  };
}
