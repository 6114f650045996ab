import { z } from "zod";
import { mostPieces } from "#content/blocks/add-ons.ts";
import { mostCouponCycles } from "#orders/coupons/coupon.ts";
import { pricePattern } from "#platform/money.ts";
import { emailField, isAccountEmail } from "#platform/texts/email-address.ts";
import { isPlainText, trimmed } from "#platform/texts/plain-text.ts";
import { isDay } from "#platform/time/calendar.ts";
import {
  longestNote,
  longestPoint,
  longestTitle,
  mostPayDays,
  mostPoints,
} from "./offer-lengths.ts";

const writeEmail = "Enter an email address such as name@example.com.";

function oneLine(label: string, longest: number) {
  return z
    .string(`${label} must be text.`)
    .overwrite(trimmed)
    .max(longest, `${label} has at most ${longest} characters.`)
    .refine(isPlainText, `${label} has characters that cannot be shown.`)
    .refine((value) => !/[\r\n]/.test(value), `${label} is one line.`);
}

function wholeNumber(label: string, from: number, to: number) {
  const fault = `${label}: write a whole number from ${from} to ${to}.`;
  return z.int(fault).min(from, fault).max(to, fault);
}

const id = (fault: string) => z.string(fault).max(100, fault);

const points = z
  .array(oneLine("A point", longestPoint))
  .max(mostPoints, `An offer promises at most ${mostPoints} points.`)
  .transform((all) => all.filter((point) => point !== ""));

const content = {
  packageId: id("Choose a plan.").default("").meta({
    description: "Id of a plan; empty for an offer of something else, which then needs a title",
  }),
  title: oneLine("What you offer", longestTitle).default("").meta({
    description: "What is offered; only without a plan, which has its own name",
  }),
  price: z
    .string('The price is text such as "149" or "149.50".')
    .regex(pricePattern, "Write the price like 149 or 149.50; 0 for nothing to pay.")
    .optional()
    .meta({ description: "Omitted for the price of the plan" }),
  priceCycles: wholeNumber("First payments", 1, mostCouponCycles).nullable().default(null).meta({
    description:
      "Number of first payments of a plan for which a price below the plan's counts; null for every payment",
  }),
  addOns: z
    .array(
      z.strictObject({
        id: id("Choose an add-on."),
        quantity: wholeNumber("Number of pieces", 1, mostPieces).default(1),
      }),
    )
    .max(50, "An offer has at most 50 add-ons.")
    .default([]),
  points: points
    .optional()
    .meta({ description: "Promised points; those of the plan and the add-ons when omitted" }),
  workingDays: wholeNumber("Working days", 0, 120).optional(),
  includedRounds: wholeNumber("Rounds of changes", 0, 20).optional(),
  note: z
    .string("The note must be text.")
    .overwrite(trimmed)
    .max(longestNote, `The note has at most ${longestNote} characters.`)
    .refine(isPlainText, "The note has characters that cannot be shown.")
    .default(""),
  lastDay: z
    .string("Choose the last day of the offer.")
    .refine(isDay, "Choose the last day of the offer, such as 2026-12-24."),
  payDays: wholeNumber("Days for paying", 1, mostPayDays).default(14),
};

const offerContentForm = z.strictObject(content);
export type OfferContentForm = z.output<typeof offerContentForm>;

/** Runs a check of several fields beside the faults of single fields, so that all are told at once. */
const always = { when: () => true } as const;

const withoutTitle = {
  check: ({ packageId, title }: Pick<OfferContentForm, "packageId" | "title">) =>
    packageId !== "" || title !== "",
  fault: { path: ["title"], error: "Write what you offer.", ...always },
};
const withoutPrice = {
  check: ({ packageId, price }: Pick<OfferContentForm, "packageId" | "price">) =>
    packageId !== "" || price !== undefined,
  fault: { path: ["price"], error: "Write the price; 0 for nothing to pay.", ...always },
};

export const newOfferForm = z
  .strictObject({
    accountId: id("Choose a customer.").default(""),
    companyId: id("Choose a company.").default(""),
    email: z
      .union([
        z.literal(""),
        emailField(writeEmail).refine(
          isAccountEmail,
          "This address cannot have an account. Enter another one.",
        ),
      ])
      .default("")
      .meta({ description: "Address of a new customer" }),
    name: oneLine("The name", 200).default(""),
    ...content,
    sends: z.boolean().default(false).meta({ description: "Sends the link by email at once" }),
  })
  .refine(
    ({ accountId, companyId, email }) => [accountId, companyId, email].filter(Boolean).length === 1,
    {
      path: ["email"],
      error: "Choose for whom it is: a customer, a company or a new address.",
      ...always,
    },
  )
  .refine(withoutTitle.check, withoutTitle.fault)
  .refine(withoutPrice.check, withoutPrice.fault);
export type NewOfferForm = z.output<typeof newOfferForm>;

export const changeOfferForm = z
  .strictObject({
    ...content,
    points: points.optional().meta({
      description:
        "Promised points; when omitted, those before, without those of removed and with those of added add-ons",
    }),
    version: wholeNumber("The version", 1, 1_000_000).meta({
      description: "The version that you have changed, so that two people do not change it at once",
    }),
    sends: z.boolean().default(false).meta({ description: "Tells the customer by email at once" }),
  })
  .refine(withoutTitle.check, withoutTitle.fault)
  .refine(withoutPrice.check, withoutPrice.fault);
