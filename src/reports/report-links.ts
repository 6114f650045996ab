import { findRoomOrder, isOwn, lockCustomerOrder, orderNotFound } from "../orders/find-order.ts";
import { selectOrder } from "../orders/order-store.server.ts";
import type { Database, Queries } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { signatureOf } from "../platform/signatures.ts";
import type { Clock } from "../platform/time/clock.ts";
import { hashOfToken } from "../platform/tokens.ts";
import type { Actor } from "../policy/actor.ts";
import { requireSignedIn } from "../policy/rights.ts";
import { earlierNumbers } from "./earlier-reports.server.ts";
import type { ReportOfOrder } from "./read-reports.ts";
import { reportNotFound } from "./report.ts";
import { searchesOf, selectReport, withNumbers, withoutPeople } from "./report-record.server.ts";
import type { MonthReportLinkRow } from "./report-tables.server.ts";

/** Days until a link expires. */
export const reportLinkDays = 30;
/** Maximum number of valid links of a report. */
const mostLinks = 10;

const dayMs = 24 * 60 * 60 * 1000;

interface LinkDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly secret: string;
  readonly publicUrl: string;
}

export interface ReportLink {
  readonly id: string;
  /**
   * "" if the secret of the installation has changed since. Furrow can then no longer compute the
   * address, but the address still works for people who have it.
   */
  readonly address: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly state: "works" | "ended" | "expired";
}

/**
 * Links of a report for the people of its company, the newest first. Throws "unauthenticated" and
 * "not-found".
 */
export async function listReportLinks(
  dependencies: LinkDependencies,
  actor: Actor,
  orderId: string,
  month: string,
): Promise<readonly ReportLink[]> {
  const { database, clock } = dependencies;
  const order = await findRoomOrder(database.read, actor, orderId);
  if (!isOwn(actor, order, "orders")) throw orderNotFound();
  const report = await selectReport(database.read, order.id, month);
  if (report?.state !== "sent") throw reportNotFound();
  const rows = await linksOf(database.read, report.id, order.companyId);
  return rows.map((row) => asLink(dependencies, row, clock()));
}

/**
 * Creates a link with which everybody can read a sent report for `reportLinkDays`. `key` is the
 * idempotency key of the form: a repeated call returns the first link. Throws "unauthenticated",
 * "not-found", and "conflict" when the report has too many links.
 */
export async function shareReport(
  dependencies: LinkDependencies,
  actor: Actor,
  orderId: string,
  month: string,
  key: string,
): Promise<ReportLink> {
  const { accountId } = requireSignedIn(actor);
  const { database, clock, secret } = dependencies;
  return database.write(async (tx) => {
    const order = await lockCustomerOrder(tx, actor, "orders", orderId);
    const report = await selectReport(tx, order.id, month);
    if (report?.state !== "sent") throw reportNotFound();
    const now = clock();
    const links = await linksOf(tx, report.id, order.companyId);
    const id = idOfLink(secret, [accountId, report.id, key]);
    const repeated = links.find((one) => one.id === id);
    if (repeated !== undefined) return asLink(dependencies, repeated, now);
    if (links.filter((one) => stateOf(one, now) === "works").length >= mostLinks) {
      throw new AppError(
        "conflict",
        `This report has ${mostLinks} links that work. Revoke one of them first.`,
      );
    }
    const row = {
      id,
      report_id: report.id,
      token_hash: hashOfToken(tokenOf(secret, id)),
      company_id: order.companyId,
      created_at: now,
      expires_at: now + reportLinkDays * dayMs,
      revoked_at: null,
    };
    await tx.insertInto("month_report_links").values(row).execute();
    return asLink(dependencies, row, now);
  });
}

/** Ends a link at once. Throws "unauthenticated" and "not-found". */
export async function endReportLink(
  { database, clock }: Pick<LinkDependencies, "database" | "clock">,
  actor: Actor,
  orderId: string,
  month: string,
  linkId: string,
): Promise<void> {
  requireSignedIn(actor);
  await database.write(async (tx) => {
    const order = await lockCustomerOrder(tx, actor, "orders", orderId);
    const report = await selectReport(tx, order.id, month);
    if (report === undefined) throw reportNotFound();
    const known = await linksOf(tx, report.id, order.companyId);
    if (!known.some(({ id }) => id === linkId)) {
      throw new AppError("not-found", "There is no such link.");
    }
    await tx
      .updateTable("month_report_links")
      .set({ revoked_at: clock() })
      .where("id", "=", linkId)
      .where("revoked_at", "is", null)
      .execute();
  });
}

export interface SharedReport extends ReportOfOrder {
  readonly expiresAt: number;
}

/**
 * The report behind a link, for everybody who has its token. Writes nothing. Throws "not-found"
 * with the same message for an unknown link and for a link that has ended.
 */
export async function readSharedReport(
  { database: { read }, clock }: Pick<LinkDependencies, "database" | "clock">,
  token: string,
): Promise<SharedReport> {
  const link = await read
    .selectFrom("month_report_links")
    .selectAll()
    .where("token_hash", "=", hashOfToken(token))
    .executeTakeFirst();
  if (link === undefined || stateOf(link, clock()) !== "works") throw linkEnded();
  const row = await read
    .selectFrom("month_reports")
    .selectAll()
    .where("id", "=", link.report_id)
    .executeTakeFirst();
  const [report] = row === undefined ? [] : await withNumbers(read, [row]);
  if (report?.state !== "sent") throw linkEnded();
  const order = await selectOrder(read, report.orderId);
  if (order?.companyId !== link.company_id) throw linkEnded();
  const earlier = await earlierNumbers(read, order, report);
  const searches = await searchesOf(read, order, report);
  return { order, report: withoutPeople(report), earlier, searches, expiresAt: link.expires_at };
}

function linkEnded(): AppError {
  return new AppError(
    "not-found",
    "This link no longer works. Ask the person who sent it for a new one.",
  );
}

function linksOf(
  queries: Queries,
  reportId: string,
  companyId: string,
): Promise<readonly MonthReportLinkRow[]> {
  return queries
    .selectFrom("month_report_links")
    .selectAll()
    .where("report_id", "=", reportId)
    .where("company_id", "=", companyId)
    .orderBy("created_at", "desc")
    .execute();
}

function stateOf({ revoked_at, expires_at }: MonthReportLinkRow, now: number): ReportLink["state"] {
  if (revoked_at !== null) return "ended";
  return expires_at <= now ? "expired" : "works";
}

function asLink(
  { secret, publicUrl }: Pick<LinkDependencies, "secret" | "publicUrl">,
  row: MonthReportLinkRow,
  now: number,
): ReportLink {
  const token = tokenOf(secret, row.id);
  return {
    id: row.id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    state: stateOf(row, now),
    address: hashOfToken(token) === row.token_hash ? `${publicUrl}/report/${token}` : "",
  };
}

/** The id is the same when a form is submitted again, so that the form makes one link. */
function idOfLink(secret: string, claim: readonly string[]): string {
  return signatureOf(secret, ["report-link-id", ...claim]);
}

/**
 * The token is derived from the secret of the installation, so that Furrow can show the address
 * again although the database stores only a hash of the token.
 */
function tokenOf(secret: string, id: string): string {
  return signatureOf(secret, ["report-link", id]);
}
