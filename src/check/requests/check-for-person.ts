import { z } from "zod";
import type { Post } from "#mail/mailer.ts";
import { queueEmail } from "#mail/queue-email.server.ts";
import { AppError } from "#platform/errors.ts";
import { countAttempt, limiterOf, type RateLimit } from "#platform/rate-limit.ts";
import { emailField } from "#platform/texts/email-address.ts";
import { isPlainText, trimmed } from "#platform/texts/plain-text.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import { resultPath } from "./check-addresses.ts";
import { readCheck } from "./read-checks.ts";
import { websiteOf } from "./report-mail.ts";
import {
  type RequestDependencies,
  type RequestedCheck,
  requestSchema,
  storeCheck,
} from "./request-check.ts";
import { firstSentence } from "./site-check.ts";

const dayMs = 24 * 60 * 60 * 1000;
const wrongEmail = "Enter an email address such as name@example.com, or leave the field empty.";

const personFields = {
  personEmail: z.union([z.literal(""), emailField(wrongEmail)], wrongEmail).default(""),
  personName: z
    .string()
    .overwrite(trimmed)
    .max(100, "A name has at most 100 characters.")
    .refine(isPlainText, "The name has characters that cannot be shown.")
    .default(""),
};
const checkSchema = requestSchema.extend(personFields);
const personSchema = z.strictObject(personFields);
const sendSchema = z.strictObject({
  email: emailField("Enter an email address such as name@example.com."),
});

/** Per person of the team. */
const limitOf = (name: string, actor: Actor): RateLimit => ({
  name,
  attempts: 50,
  windowMs: dayMs,
  countedFor: authorOf(actor),
});

/**
 * Checks a website for the team, also while the check is switched off for visitors. Input:
 * `{ website, personEmail, personName }`; the person may be empty. Throws "unauthenticated",
 * "forbidden", "invalid" and "too-many".
 */
export async function requestCheckFor(
  dependencies: RequestDependencies,
  actor: Actor,
  input: unknown,
): Promise<RequestedCheck> {
  requireRight(actor, "check websites");
  const { website, personEmail, personName } = parseOrThrow(checkSchema, input);
  return storeCheck(dependencies, website, [limitOf("site-checks-team", actor)], {
    requested_by: authorOf(actor),
    person_email: personEmail,
    person_name: personName,
  });
}

/**
 * Names the person whom a check concerns: a customer, or somebody without an account. Input:
 * `{ personEmail, personName }`, both "" for nobody. Throws "unauthenticated", "forbidden",
 * "invalid" and "not-found".
 */
export async function tagCheck(
  { database, clock }: Pick<RequestDependencies, "database" | "clock">,
  actor: Actor,
  id: string,
  input: unknown,
): Promise<void> {
  requireRight(actor, "check websites");
  const { personEmail, personName } = parseOrThrow(personSchema, input);
  const check = await readCheck({ database }, actor, id);
  await database.write(async (tx) => {
    await tx
      .updateTable("site_checks")
      .set({ person_email: personEmail, person_name: personName })
      .where("id", "=", check.id)
      .execute();
    await audit(tx, actor, {
      action: "Tag check",
      subject: "site check",
      subjectId: check.id,
      label: check.website,
      // The audit log outlives the check, so it does not contain the person.
      before: { isNamed: (check.personEmail || check.personName) !== "" },
      after: { isNamed: (personEmail || personName) !== "" },
      at: clock(),
    });
  });
}

/**
 * Emails the result of a check to an address. Input: `{ email }`. Throws "unauthenticated",
 * "forbidden", "invalid", "not-found", "too-many", and "conflict" for a check without a result.
 */
export async function sendCheckResult(
  dependencies: RequestDependencies & { readonly post: Post },
  actor: Actor,
  id: string,
  input: unknown,
): Promise<{ readonly email: string }> {
  requireRight(actor, "check websites");
  const { database, clock, post } = dependencies;
  const { email } = parseOrThrow(sendSchema, input);
  const check = await readCheck({ database }, actor, id);
  if (check.state !== "done") {
    throw new AppError("conflict", "There is no result yet. Send it when the check is done.");
  }
  await database.write(async (tx) => {
    const limits = [limitOf("check-results", actor)];
    await countAttempt(tx, limiterOf(dependencies), limits);
    await queueEmail(tx, post, {
      name: "checkResult",
      recipient: email,
      values: {
        website: websiteOf(check.summary?.address ?? check.website),
        findings: String(check.findings.length),
        first: firstSentence(check),
      },
      path: resultPath(check.key),
      about: check.id,
    });
    await audit(tx, actor, {
      action: "Send check result",
      subject: "site check",
      subjectId: check.id,
      label: check.website,
      // The outbox has the address.
      before: null,
      after: null,
      at: clock(),
    });
  });
  return { email };
}
