import { z } from "zod";
import { pricePattern } from "../../platform/money.ts";
import { requiredDetails } from "../../platform/texts/customer-details.ts";

const planChoice = z.string("Choose a plan.").max(200, "Choose a plan.").optional();

/** What the server decides: it may be sent, as the specified page does, and is not looked at. */
const decidedHere = z.unknown().optional().meta({ description: "Not looked at" });

/** What a customer sends to order a plan: on the page and over REST. */
export const orderForm = z
  .strictObject({
    packageId: planChoice,
    packageName: planChoice,
    packagePrice: z
      .string('The price is text such as "149" or "149.50".')
      .regex(pricePattern, 'The price is written such as "149" or "149.50".')
      .optional(),
    ...requiredDetails,
    customerEmail: decidedHere,
    paymentStatus: decidedHere,
    orderStatus: decidedHere,
    orderDate: decidedHere,
  })
  .refine(({ packageId, packageName }) => Boolean(packageId || packageName), {
    path: ["packageName"],
    error: "Choose a plan.",
  })
  .transform(({ customerEmail, paymentStatus, orderStatus, orderDate, ...sent }) => sent);

export type OrderForm = z.output<typeof orderForm>;
