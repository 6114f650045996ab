import { randomBytes } from "node:crypto";
import { z } from "zod";
import { seoCheck } from "#content/blocks/seo-check.ts";
import { isSwitchedOn } from "#content/model/is-switched-on.ts";
import { readSingletons } from "#content/records/content-store.server.ts";
import type { Database, Queries, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { dueFrom } from "#platform/leases.ts";
import {
  countAttempt,
  isWithinLimit,
  type LimitedDependencies,
  limiterOf,
  networkOf,
  type RateLimit,
  refuseOverLimits,
  type Sender,
} from "#platform/rate-limit.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { longestAddress, readTypedAddress } from "../fetching/typed-address.ts";
import { domainOfEmail, emailAsWebsite } from "./email-as-website.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * A host that was checked within this time is not requested again; the check gets the earlier
 * result.
 */
const freshMs = 10 * minuteMs;

export const requestSchema = z.strictObject({
  website: z
    .string("Enter the address of your website, such as example.com.")
    .max(
      longestAddress + 100,
      "The address is too long. Enter the address of your home page, such as example.com.",
    ),
});

export interface RequestDependencies extends LimitedDependencies {
  readonly database: Database;
  /** Woken for a new check, so that the check begins at once. */
  readonly siteChecks: { wake(): void };
}

export interface RequestedCheck {
  readonly id: string;
  readonly key: string;
}

/** Throws "not-found" while the owner has switched the check off, "invalid" and "too-many". */
export async function requestCheck(
  dependencies: RequestDependencies,
  sender: Sender,
  input: unknown,
): Promise<RequestedCheck> {
  const { database } = dependencies;
  if (!(await isCheckOn(database.read))) throw switchedOff();
  const { website } = parseOrThrow(requestSchema, input);
  const limits = networkLimits(sender);
  return storeCheck(dependencies, website, limits, {
    requested_by: "",
    person_email: "",
    person_name: "",
  });
}

interface Asker {
  /** Email address of the person of the team who asks; "" for a visitor. */
  readonly requested_by: string;
  readonly person_email: string;
  readonly person_name: string;
}

/**
 * Stores a check and wakes the worker. `limits` are those of the asker; the limits of the host and
 * of the whole site hold for everybody. Throws "invalid" and "too-many".
 */
export async function storeCheck(
  dependencies: RequestDependencies,
  website: string,
  limits: readonly RateLimit[],
  asker: Asker,
): Promise<RequestedCheck> {
  const { database, clock, siteChecks } = dependencies;
  const domain = domainOfEmail(website);
  if (domain !== null) throw await emailAsWebsite(website, domain);
  const typed = readTypedAddress(website);
  if (!("address" in typed)) {
    const issues = [{ path: "website", message: typed.sentence }];
    throw new AppError("invalid", typed.sentence, { issues });
  }
  const limiter = limiterOf(dependencies);
  await refuseOverLimits(database.read, limiter, limits);
  const host = new URL(typed.address).hostname;
  const id = newId();
  const key = randomBytes(18).toString("base64url");
  const now = clock();
  await database.write(async (tx) => {
    await countAttempt(tx, limiter, limits);
    // `isWithinLimit` locks the count of the host, so that the second of two simultaneous requests
    // sees the check of the first.
    const isWithin = await isWithinLimit(tx, limiter, hostLimit(host));
    const source = await freshCheckOf(tx, host, now);
    if (source === undefined) {
      if (!isWithin) throw hostIsOver();
      await countAttempt(tx, limiter, [wholeLimit]);
    }
    const isDone = source?.state === "done";
    await tx
      .insertInto("site_checks")
      .values({
        id,
        key,
        host,
        requested_at: now,
        // Keeps a typed scheme. Without a scheme, the check tries https first and then http.
        website: typed.hasScheme ? typed.address : typed.address.replace(/^https:\/\//, ""),
        state: isDone ? "done" : "waiting",
        source_id: source?.id ?? null,
        ...(isDone
          ? {
              result: source.result,
              facts: source.facts,
              icon: source.icon,
              engine_version: source.engine_version,
              finding_count: source.finding_count,
              finished_at: now,
            }
          : {
              result: "",
              facts: null,
              icon: "",
              engine_version: 0,
              finding_count: 0,
              finished_at: null,
            }),
        refusal: "",
        ...dueFrom(isDone || source !== undefined ? null : now),
        email: "",
        email_confirmed_at: null,
        order_id: null,
        account_id: null,
        ...asker,
      })
      .execute();
    if (isDone) await copyFindings(tx, source.id, key);
  });
  siteChecks.wake();
  return { id, key };
}

/** The owner switches the check on and off in its block. */
export async function isCheckOn(queries: Queries): Promise<boolean> {
  const [block] = await readSingletons(queries, [seoCheck]);
  return isSwitchedOn(block as { readonly isOn?: string } | undefined);
}

function switchedOff(): AppError {
  return new AppError("not-found", "The check of websites is switched off at the moment.");
}

function networkLimits({ clientAddress }: Sender): readonly RateLimit[] {
  const countedFor = networkOf(clientAddress);
  return [
    { name: "site-checks-quick", attempts: 3, windowMs: 10 * minuteMs, countedFor },
    { name: "site-checks-daily", attempts: 10, windowMs: dayMs, countedFor },
  ];
}

const hostLimit = (host: string): RateLimit => ({
  name: "site-checks-of-host",
  attempts: 5,
  windowMs: dayMs,
  countedFor: host,
});

const wholeLimit: RateLimit = { name: "site-checks", attempts: 200, windowMs: hourMs };

function hostIsOver(): AppError {
  return new AppError(
    "too-many",
    "This website was checked five times today. Check it again tomorrow.",
    {
      retryAfterSeconds: dayMs / 1000,
    },
  );
}

/**
 * The newest check of a host in the last ten minutes that sent its own requests and read the page. A
 * page that could not be read is asked for again, because its owner may have mended it.
 */
function freshCheckOf(tx: WriteTransaction, host: string, now: number) {
  return tx
    .selectFrom("site_checks")
    .select(["id", "state", "result", "facts", "icon", "engine_version", "finding_count"])
    .where("host", "=", host)
    .where("requested_at", ">", now - freshMs)
    .where("source_id", "is", null)
    .where("state", "<>", "refused")
    .where((row) => row.or([row("state", "<>", "done"), row("facts", "is not", null)]))
    .orderBy("requested_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

async function copyFindings(tx: WriteTransaction, sourceId: string, key: string): Promise<void> {
  await tx
    .insertInto("site_check_findings")
    .columns(["check_id", "finding"])
    .expression((query) =>
      query
        .selectFrom("site_check_findings")
        .innerJoin("site_checks", (join) => join.on("site_checks.key", "=", key))
        .select(["site_checks.id", "site_check_findings.finding"])
        .where("site_check_findings.check_id", "=", sourceId),
    )
    .execute();
}
