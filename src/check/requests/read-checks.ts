import { sql } from "kysely";
import type { Database, Queries, Tables } from "#platform/database/database.ts";
import { rowChunks, rowId } from "#platform/database/row-chunks.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId } from "#platform/ids.ts";
import { type LongListPage, type LongListRequest, pageOfLongList } from "#platform/pages.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { findCheck } from "../registry.ts";
import { type SiteCheck, shownColumns, siteCheckOf } from "./site-check.ts";
import type { SiteCheckState } from "./site-check-tables.server.ts";

interface ReadDependencies {
  readonly database: Database;
}

/** Reads the result for anybody who knows its address. Throws "not-found". */
export async function readResult({ database }: ReadDependencies, key: string): Promise<SiteCheck> {
  const row = canBeId(key)
    ? await database.read
        .selectFrom("site_checks")
        .select(shownColumns)
        .where("key", "=", key)
        .executeTakeFirst()
    : undefined;
  if (row === undefined) throw noSuchCheck();
  return siteCheckOf(row);
}

function noSuchCheck(): AppError {
  return new AppError("not-found", "There is no such check. Results are kept for 90 days.");
}

export interface ListedCheck {
  readonly id: string;
  readonly key: string;
  readonly website: string;
  readonly state: SiteCheckState;
  readonly requestedAt: number;
  /** Confirmed address that gets the report; "" otherwise. */
  readonly email: string;
  readonly orderId: string | null;
  readonly findings: number;
  /** Email address of the person of the team who asked for the check; "" for a visitor. */
  readonly requestedBy: string;
  /** Name or, without a name, email address of the person whom the team has named; "" for nobody. */
  readonly person: string;
}

export const checkFilters = ["", "confirmed", "ordered"] as const;
type CheckFilter = (typeof checkFilters)[number];

interface CheckSearch {
  /** Id of a check of the registry. */
  readonly finding?: string;
  readonly filter?: CheckFilter;
}

/** The newest checks first. Throws "unauthenticated" and "forbidden". */
export async function pageOfChecks(
  { database: { read } }: ReadDependencies,
  actor: Actor,
  { finding = "", filter = "", ...request }: CheckSearch & LongListRequest,
): Promise<LongListPage<ListedCheck>> {
  requireRight(actor, "see site checks");
  const search = { finding, filter };
  const found = await pageOfLongList(
    request,
    async (most) => {
      const rows = await checksAfter(read, search, request.after, most).select("id").execute();
      return rows.map(({ id }) => id);
    },
    (ids) => read.selectFrom("site_checks").select(listedColumns).where("id", "in", ids).execute(),
  );
  return { ...found, items: found.items.map(listed) };
}

/** Yields all checks of a list in chunks, the newest first. */
export async function* allChecks(
  { database: { read } }: ReadDependencies,
  actor: Actor,
  { finding = "", filter = "" }: CheckSearch,
): AsyncGenerator<readonly ListedCheck[]> {
  requireRight(actor, "see site checks");
  const chunks = rowChunks({ after: "" }, rowId, (after, size) =>
    checksAfter(read, { finding, filter }, after, size).select(listedColumns).execute(),
  );
  for await (const rows of chunks) yield rows.map(listed);
}

/** The newest `most` checks of a search that are older than the check `after`. */
function checksAfter(
  read: Queries,
  { finding, filter }: Required<CheckSearch>,
  after = "",
  most: number,
) {
  const isAfter = after !== "" && canBeId(after);
  return read
    .selectFrom("site_checks")
    .$if(filter === "confirmed", (query) => query.where("email_confirmed_at", "is not", null))
    .$if(filter === "ordered", (query) => query.where("order_id", "is not", null))
    .$if(findCheck(finding) !== undefined, (query) =>
      query.where("id", "in", (row) =>
        row
          .selectFrom("site_check_findings")
          .select("check_id")
          .where("finding", "=", finding)
          .$if(isAfter, (found) => found.where("check_id", "<", after))
          .orderBy("check_id", "desc")
          // A filter drops some of these checks afterwards, so the query reads more than one page.
          .limit(filter === "" ? most : 100_000),
      ),
    )
    .$if(isAfter, (query) => query.where("id", "<", after))
    .orderBy("id", "desc")
    .limit(most);
}

const listedColumns = [
  "id",
  "key",
  "website",
  "state",
  "requested_at",
  "email",
  "order_id",
  "email_confirmed_at",
  "finding_count",
  "requested_by",
  "person_email",
  "person_name",
] as const;

function listed(row: Pick<Tables["site_checks"], (typeof listedColumns)[number]>): ListedCheck {
  return {
    id: row.id,
    key: row.key,
    website: row.website,
    state: row.state,
    requestedAt: row.requested_at,
    email: row.email_confirmed_at === null ? "" : row.email,
    orderId: row.order_id,
    findings: row.finding_count,
    requestedBy: row.requested_by,
    person: row.person_name || row.person_email,
  };
}

export interface WholeCheck extends SiteCheck {
  readonly email: string;
  readonly orderId: string | null;
  readonly accountId: string | null;
  /** Email address of the person of the team who asked for the check; "" for a visitor. */
  readonly requestedBy: string;
  readonly personEmail: string;
  readonly personName: string;
}

/** Throws "unauthenticated", "forbidden" and "not-found". */
export async function readCheck(
  { database }: ReadDependencies,
  actor: Actor,
  id: string,
): Promise<WholeCheck> {
  requireRight(actor, "see site checks");
  const row = canBeId(id)
    ? await database.read
        .selectFrom("site_checks")
        .select([...shownColumns, "email", "order_id", "account_id"])
        .select(["requested_by", "person_email", "person_name"])
        .where("id", "=", id)
        .executeTakeFirst()
    : undefined;
  if (row === undefined) throw noSuchCheck();
  const email = row.email_confirmed_at === null ? "" : row.email;
  return {
    ...siteCheckOf(row),
    email,
    orderId: row.order_id,
    accountId: row.account_id,
    requestedBy: row.requested_by,
    personEmail: row.person_email,
    personName: row.person_name,
  };
}

interface FindingCount {
  readonly finding: string;
  readonly sites: number;
}

export interface CheckFigures {
  readonly checks: number;
  readonly confirmed: number;
  readonly ordered: number;
  /** How many checks have each finding, the most frequent first. */
  readonly findings: readonly FindingCount[];
}

const mostCounted = 1000;

/** Counts over the newest 1,000 checks. Throws "unauthenticated" and "forbidden". */
export async function readCheckFigures(
  { database: { read } }: ReadDependencies,
  actor: Actor,
): Promise<CheckFigures> {
  requireRight(actor, "see site checks");
  const [newest, findings] = await Promise.all([
    newestChecks(read).select(["email_confirmed_at", "order_id"]).execute(),
    read
      .selectFrom("site_check_findings")
      .select(["finding", sql<number | string>`count(*)`.as("sites")])
      .where("check_id", "in", newestChecks(read).select("id"))
      .groupBy("finding")
      .execute(),
  ]);
  return {
    checks: newest.length,
    confirmed: newest.filter((row) => row.email_confirmed_at !== null).length,
    ordered: newest.filter((row) => row.order_id !== null).length,
    findings: findings
      .map(({ finding, sites }) => ({ finding, sites: Number(sites) }))
      .sort((one, other) => other.sites - one.sites),
  };
}

function newestChecks(read: Queries) {
  return read.selectFrom("site_checks").orderBy("id", "desc").limit(mostCounted);
}
