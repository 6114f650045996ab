import { z } from "zod";
import type { Post } from "#mail/mailer.ts";
import { queueEmail } from "#mail/queue-email.server.ts";
import type { Database } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import {
  countAttempt,
  type LimitedDependencies,
  limiterOf,
  networkOf,
  type RateLimit,
  type Sender,
} from "#platform/rate-limit.ts";
import { isSameText, signatureOf } from "#platform/signatures.ts";
import { emailField } from "#platform/texts/email-address.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { shownHost } from "../fetching/typed-address.ts";
import { resultPath } from "./check-addresses.ts";
import { readResult } from "./read-checks.ts";
import { firstSentence } from "./site-check.ts";

interface ReportDependencies extends LimitedDependencies {
  readonly database: Database;
  readonly post: Post;
}

const reportSchema = z.strictObject({
  email: emailField("Enter an email address such as name@example.com."),
});

const dayMs = 24 * 60 * 60 * 1000;
const purpose = "confirm-report";
const confirmReportPath = "/seo-check/confirm";

const limitOf = ({ clientAddress }: Sender): RateLimit => ({
  name: "check-reports",
  attempts: 10,
  windowMs: dayMs,
  countedFor: networkOf(clientAddress),
});

/**
 * Emails a link that confirms the address; the report is sent after that. Throws "not-found",
 * "invalid", "too-many", and "conflict" for a check without a result.
 */
export async function askForReport(
  dependencies: ReportDependencies,
  sender: Sender,
  key: string,
  input: unknown,
): Promise<void> {
  const { database, post, secret, clock } = dependencies;
  const { email } = parseOrThrow(reportSchema, input);
  const check = await readResult({ database }, key);
  if (check.state !== "done") {
    throw new AppError("conflict", "There is no report yet. Ask for it when the check is done.");
  }
  const claim = [check.key, email, String(clock() + 7 * dayMs)] as const;
  const query = new URLSearchParams({ token: tokenOf(secret, claim) });
  await database.write(async (tx) => {
    await countAttempt(tx, limiterOf(dependencies), [limitOf(sender)]);
    await queueEmail(tx, post, {
      name: "confirmReport",
      recipient: email,
      values: { website: websiteOf(check.summary?.address ?? check.website), email },
      path: `${confirmReportPath}?${query}`,
      about: check.id,
    });
  });
}

interface ReportRequest {
  readonly key: string;
  readonly email: string;
}

/** The request that a confirmation link names. Throws "invalid" for a forged or expired link. */
export function readReportToken(
  { secret, clock }: Pick<ReportDependencies, "secret" | "clock">,
  token: string,
): ReportRequest {
  const [encoded = "", given = ""] = token.split(".");
  const claim = decoded(encoded);
  const [key, email, expiresAt] = claim;
  const isGenuine = isSameText(given, signatureOf(secret, [purpose, ...claim]));
  if (!isGenuine || key === undefined || email === undefined) {
    throw new AppError("invalid", "This link is not complete. Copy the whole link from the email.");
  }
  if (Number(expiresAt) <= clock()) {
    throw new AppError("invalid", "This link has expired. Ask for the report again.");
  }
  return { key, email };
}

/** Confirms the address and emails the report once, also when the link is opened again. */
export async function confirmReport(
  dependencies: ReportDependencies,
  token: string,
): Promise<ReportRequest> {
  const { database, post, clock } = dependencies;
  const request = readReportToken(dependencies, token);
  const { key, email } = request;
  const check = await readResult({ database }, key);
  await database.write(async (tx) => {
    const confirmed = await tx
      .updateTable("site_checks")
      .set({ email, email_confirmed_at: clock() })
      .where("key", "=", key)
      .where((row) => row.or([row("email", "<>", email), row("email_confirmed_at", "is", null)]))
      .returning("id")
      .executeTakeFirst();
    if (confirmed === undefined) return;
    await queueEmail(tx, post, {
      name: "checkReport",
      recipient: email,
      values: {
        website: websiteOf(check.summary?.address ?? check.website),
        findings: String(check.findings.length),
        first: firstSentence(check),
      },
      path: `${resultPath(key)}/report.pdf`,
      about: check.id,
    });
  });
  return request;
}

/** Notes the order that a check led to; the first order counts. */
export async function linkOrder(
  { database }: Pick<ReportDependencies, "database">,
  {
    key,
    orderId,
    accountId,
  }: { readonly key: string; readonly orderId: string; readonly accountId: string },
): Promise<void> {
  const check = await readResult({ database }, key).catch(() => null);
  if (check === null) return;
  await database.write((tx) =>
    tx
      .updateTable("site_checks")
      .set({ order_id: orderId, account_id: accountId })
      .where("id", "=", check.id)
      .where("order_id", "is", null)
      .execute(),
  );
}

export const websiteOf = (address: string) =>
  shownHost(address.includes("://") ? address : `https://${address}`);

function tokenOf(secret: string, claim: readonly string[]): string {
  const encoded = Buffer.from(JSON.stringify(claim)).toString("base64url");
  return `${encoded}.${signatureOf(secret, [purpose, ...claim])}`;
}

function decoded(encoded: string): readonly string[] {
  try {
    const claim: unknown = JSON.parse(Buffer.from(encoded, "base64url").toString("utf-8"));
    return Array.isArray(claim) && claim.every((part) => typeof part === "string") ? claim : [];
  } catch {
    return [];
  }
}
