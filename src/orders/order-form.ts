import { z } from "zod";
import { pricePattern } from "../platform/money.ts";
import { isPlainText } from "../platform/plain-text.ts";

/** Lengths that the page's inputs may repeat. */
export const orderFieldLengths = {
  customerName: 200,
  customerAddress: 500,
  customerCountry: 100,
  customerWebsite: 500,
} as const;

type CustomerField = keyof typeof orderFieldLengths;

function written(field: CustomerField, label: string, missing: string) {
  const longest = orderFieldLengths[field];
  return z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(longest, `${label} has at most ${longest} characters.`)
    .refine(isPlainText, `${label} has characters that cannot be shown.`);
}

function oneLine(field: CustomerField, label: string, missing: string) {
  return written(field, label, missing).refine(
    (value) => !/[\r\n]/.test(value),
    `${label} is one line.`,
  );
}

const notAWebsite = "Give the website's address, such as https://example.com.";

const website = z
  .string(notAWebsite)
  .trim()
  .max(
    orderFieldLengths.customerWebsite,
    `The website's address has at most ${orderFieldLengths.customerWebsite} characters.`,
  )
  .transform((value) =>
    value === "" || /^[a-z][a-z\d+.-]*:/i.test(value) ? value : `https://${value}`,
  )
  .refine((value) => value === "" || isWebAddress(value), notAWebsite)
  .default("");

function isWebAddress(value: string): boolean {
  if (/\s/.test(value) || !isPlainText(value) || !URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return /^https?:$/.test(protocol) && hostname.includes(".");
}

const planChoice = z.string("Choose a plan.").max(200, "Choose a plan.").optional();

/** What the server decides: it may be sent, as the specified page does, and is not looked at. */
const decidedHere = z.unknown().optional();

/** What a customer sends to order a plan: on the page and over REST. */
export const orderForm = z
  .strictObject({
    packageId: planChoice,
    packageName: planChoice,
    packagePrice: z
      .string('The price is text such as "149" or "149.50".')
      .regex(pricePattern, 'The price is written such as "149" or "149.50".')
      .optional(),
    customerName: oneLine("customerName", "The name", "Give your full name."),
    customerAddress: written("customerAddress", "The address", "Give your address."),
    customerCountry: oneLine("customerCountry", "The country", "Give your country."),
    customerWebsite: website,
    customerEmail: decidedHere,
    paymentStatus: decidedHere,
    orderStatus: decidedHere,
    orderDate: decidedHere,
  })
  .refine(({ packageId, packageName }) => Boolean(packageId ?? packageName), {
    path: ["packageName"],
    error: "Choose a plan.",
  })
  .transform(({ customerEmail, paymentStatus, orderStatus, orderDate, ...sent }) => sent);

export type OrderForm = z.output<typeof orderForm>;
