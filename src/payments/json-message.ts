import { z } from "zod";
import { parseJson } from "#platform/texts/parse-json.ts";
import { isPlainText } from "#platform/texts/plain-text.ts";
import type { PaymentMessage } from "./payment-provider.ts";

/** Longest pass-through value of a provider; the providers' own ids are shorter. */
const longestText = 255;

/** An id, status or code in a provider's message. */
export const messageText = z.string().min(1).max(longestText).refine(isPlainText);

/** Calls `then` with a value that the schema accepts; undefined for any other value. */
export function readAs<Schema extends z.ZodType, Result>(
  schema: Schema,
  value: unknown,
  then: (read: z.output<Schema>) => Result,
): Result | undefined {
  const { success, data } = schema.safeParse(value);
  return success ? then(data) : undefined;
}

/** Undefined for bytes that are not JSON. */
export function jsonIn(raw: Uint8Array): unknown {
  try {
    return parseJson(Buffer.from(raw).toString("utf8"));
  } catch {
    return undefined;
  }
}

type Fields = (readonly [name: string, value: string])[];

/** All fields of a message, named by paths such as "resource.amount.value". */
export function jsonFields(raw: Uint8Array): Fields {
  return fieldsIn(jsonIn(raw), "");
}

function fieldsIn(value: unknown, path: string): Fields {
  if (value === undefined || value === null) return [];
  if (typeof value !== "object") return [[path, String(value)]];
  return Object.entries(value).flatMap(([name, inner]) =>
    fieldsIn(inner, path === "" ? name : `${path}.${name}`),
  );
}

export const emptyMessage: PaymentMessage = {
  kind: "other",
  rawStatus: null,
  pendingReason: null,
  transactionId: null,
  parentTransactionId: null,
  attemptId: null,
  orderReference: null,
  checkoutReference: null,
  grossCents: null,
  currency: null,
  receivers: null,
  testMode: false,
  faults: [],
  needsDecision: null,
  subscription: null,
  decided: null,
};
