import { z } from "zod";
import { isPlainText } from "../../platform/texts/plain-text.ts";

const word = z.string().max(200).refine(isPlainText);
const refusal = z.object({
  name: word.optional(),
  debug_id: word.optional(),
  details: z.array(z.object({ issue: word.optional() })).optional(),
});

interface RefusalFacts {
  readonly issue: string;
  /** What PayPal's support asks for. */
  readonly debugId?: string | undefined;
}

/** An answer that is no success, in PayPal's own word for why. */
export class PaypalRefusal extends Error {
  readonly status: number;
  readonly issue: string;

  constructor(status: number, facts: RefusalFacts | string) {
    const { issue, debugId } = typeof facts === "string" ? { issue: facts } : facts;
    super(`PayPal answered ${status}: ${issue}${debugId ? ` (debug id ${debugId})` : ""}.`);
    this.name = "PaypalRefusal";
    this.status = status;
    this.issue = issue;
  }
}

/** Only these words are taken out of an answer: the rest of it may name people. */
export function refusalIn(body: Buffer): RefusalFacts {
  try {
    const { name, details, debug_id } = refusal.parse(JSON.parse(body.toString()));
    return { issue: details?.[0]?.issue ?? name ?? "no reason given", debugId: debug_id };
  } catch {
    return { issue: "no reason that can be read" };
  }
}
