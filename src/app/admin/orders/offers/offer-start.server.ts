import { findPerson } from "#access/accounts/people.ts";
import { readCompanyOfPerson } from "#access/companies/merge-companies.ts";
import type { Services } from "#compose.ts";
import type { OfferContent } from "#offers/offer.ts";
import { readOffer } from "#offers/read-offers.ts";
import { findOrder } from "#orders/find-order.ts";
import { linesOfOrder } from "#orders/lines/order-lines.server.ts";
import type { Order } from "#orders/order.ts";
import { promisedPoints } from "#orders/placing/promised-points.server.ts";
import { AppError } from "#platform/errors.ts";
import { dollarsFromCents } from "#platform/money.ts";
import type { SignedInActor } from "#policy/actor.ts";
import type { OfferChoices } from "./offer-choices.server.ts";
import { type OfferFormValues, piecesField, valuesOfContent } from "./offer-values.ts";

export interface OfferStart {
  readonly values: OfferFormValues;
  /** Sentences about what the new offer cannot have as the earlier offer or order had it. */
  readonly changes: readonly string[];
}

type StartDependencies = Pick<Services, "database" | "clock">;

/** What the form of a new offer has for a customer. Throws "forbidden" and "not-found". */
export async function startForCustomer(
  deps: StartDependencies,
  actor: SignedInActor,
  accountId: string,
): Promise<OfferStart> {
  const { email, name, profile } = await findPerson(deps, actor, accountId);
  return { values: { email, name: profile?.customerName || name }, changes: [] };
}

/** What the form of a new offer has from an earlier offer. Throws like `readOffer`. */
export async function startFromOffer(
  deps: StartDependencies,
  actor: SignedInActor,
  offerId: string,
  choices: OfferChoices,
): Promise<OfferStart> {
  const { email, name, content } = await readOffer(deps, actor, offerId);
  const { values, changes } = offeredAgain(content, choices, "offer");
  return { values: { email, name, ...values }, changes };
}

/** What the form of a new offer has from an order. Throws like `findOrder`. */
export async function startFromOrder(
  deps: StartDependencies,
  actor: SignedInActor,
  orderId: string,
  { choices, payDays }: { readonly choices: OfferChoices; readonly payDays: number },
): Promise<OfferStart> {
  const { read } = deps.database;
  const order = await findOrder(deps, actor, orderId);
  const lines = await linesOfOrder(read, order);
  const points = await promisedPoints(read, order);
  const coupons = lines.filter(({ kind }) => kind === "coupon");
  const content: OfferContent = {
    ...order,
    title: order.packageName,
    lines: lines.filter((line) => !coupons.includes(line)),
    points: points.map(({ point }) => point),
    addOnPoints: {},
    note: "",
    lastDay: "",
    payDays,
  };
  const to = await recipientOf(deps, actor, order);
  const { values, changes } = offeredAgain(content, choices, "order");
  return {
    values: { ...to.values, ...values },
    changes: [
      ...to.changes,
      ...changes,
      ...coupons.map(
        ({ label, unitCents }) =>
          `The coupon ${label} took ${dollarsFromCents(-unitCents)} off that order. This offer does not have it.`,
      ),
    ],
  };
}

async function recipientOf(
  deps: StartDependencies,
  actor: SignedInActor,
  order: Order,
): Promise<OfferStart> {
  const { accountId, companyId, customerName: name } = order;
  const person = await findPerson(deps, actor, accountId).catch(nullIfGone);
  if (person === null) {
    return {
      values: { email: "", name },
      changes: ["The account that placed the order is deleted. Write for whom this offer is."],
    };
  }
  const company = await readCompanyOfPerson(deps, actor, accountId);
  return {
    values: { email: person.email, name },
    changes:
      company.id === companyId
        ? []
        : [`${person.email} does not belong to the company of that order any more.`],
  };
}

function nullIfGone(error: unknown): null {
  if (error instanceof AppError && error.code === "not-found") return null;
  throw error;
}

/** A new offer has what the site sells now, at its present prices. */
function offeredAgain(
  content: OfferContent,
  { plans, extras }: OfferChoices,
  thing: "offer" | "order",
): OfferStart {
  const isGone = content.packageId !== "" && !plans.some(({ id }) => id === content.packageId);
  const addOns = content.lines.filter(({ kind }) => kind === "add-on");
  const present = (id: string | null) => extras.find((extra) => extra.id === id);
  const gone = addOns.filter(({ addOnId }) => present(addOnId) === undefined);
  const values = valuesOfContent(isGone ? { ...content, packageId: "" } : content);
  const goneFields = gone.map(({ addOnId }) => piecesField(addOnId ?? ""));
  return {
    values: Object.fromEntries(
      Object.entries(values).filter(([field]) => !goneFields.includes(field)),
    ),
    changes: [
      ...(isGone
        ? [
            `The site does not sell the plan ${content.title} any more, so this offer has its name and price, but no plan. It is charged once.`,
          ]
        : []),
      ...gone.map(
        ({ label }) =>
          `The site does not sell the add-on ${label} any more, so this offer is without it. Take its points off what you promise.`,
      ),
      ...addOns.flatMap(({ addOnId, label, unitCents }) => {
        const now = present(addOnId)?.cents ?? unitCents;
        if (now === unitCents) return [];
        const [price, before] = [dollarsFromCents(now), dollarsFromCents(unitCents)];
        return [`The add-on ${label} costs ${price} now. In that ${thing} it was ${before}.`];
      }),
    ],
  };
}
