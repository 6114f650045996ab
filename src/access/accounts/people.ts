import { sql } from "kysely";
import { countUpTo } from "#platform/database/count-up-to.ts";
import { type Database, engineOf, type Queries } from "#platform/database/database.ts";
import { canBeId } from "#platform/ids.ts";
import { type Page, pageOf } from "#platform/pages.ts";
import type { CustomerDetails } from "#platform/texts/customer-details.ts";
import { normalEmail, searchedEmail } from "#platform/texts/email-address.ts";
import { foldedText } from "#platform/texts/folded-text.ts";
import { isPlainText } from "#platform/texts/plain-text.ts";
import type { Actor } from "#policy/actor.ts";
import type { Person } from "#policy/personal-data.ts";
import { requireOwnOr, requireRight } from "#policy/rights.ts";
import { instantOf } from "../sessions/authentication-tables.server.ts";
import { noSuchAccount, storedBoolean } from "./accounts.server.ts";
import { selectProfile } from "./profile.ts";

export interface AccountFacts extends Person {
  /** Name from the registration; "" if none was given. */
  readonly name: string;
  readonly registeredAt: number;
  /** Saved details, or only the name of the last order. */
  readonly profile: CustomerDetails | undefined;
}

/**
 * Finds the actor's own account or, for an admin, any account. Throws "not-found", and "forbidden"
 * for a customer who asks for another account.
 */
export async function findPerson(
  { database }: { readonly database: Database },
  actor: Actor,
  accountId: string,
): Promise<AccountFacts> {
  requireOwnOr(actor, accountId, "see customers");
  if (!canBeId(accountId)) throw noSuchAccount();
  const row = await database.read
    .selectFrom("user")
    .select(["email", "name", "emailVerified", "createdAt"])
    .where("id", "=", accountId)
    .executeTakeFirst();
  if (row === undefined) throw noSuchAccount();
  return {
    accountId,
    email: row.email,
    name: row.name,
    emailVerified: Boolean(row.emailVerified),
    registeredAt: instantOf(row.createdAt),
    profile: (await selectProfile(database.read, accountId))?.details,
  };
}

/** Account with an email address; null for an address without one. Throws "forbidden". */
export async function accountWithEmail(
  { database }: { readonly database: Database },
  actor: Actor,
  email: string,
): Promise<string | null> {
  requireRight(actor, "see customers");
  const row = await database.read
    .selectFrom("user")
    .select("id")
    .where("email", "=", normalEmail(email))
    .executeTakeFirst();
  return row?.id ?? null;
}

export interface PersonLine {
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
  readonly registeredAt: number;
}

type PeopleSort = "email-a-z" | "email-z-a" | "newest" | "oldest";

interface PeopleSearch {
  /** Prefix of the address or the name; "" for everybody. */
  readonly search: string;
  readonly state?: "" | "confirmed" | "unconfirmed";
  readonly sort?: PeopleSort;
}

interface PeoplePageRequest extends PeopleSearch {
  readonly page: number;
  readonly pageSize: number;
}

interface PeoplePage extends Page<PersonLine> {
  /**
   * Differs from the requested sort if the search has a `state`: no index sorts the accounts of one
   * state by registration, so these accounts are always sorted by address.
   */
  readonly sort: PeopleSort;
  /**
   * False if the search may match more accounts than `total`, because counting the accounts of one
   * state stops at a limit.
   */
  readonly isCounted: boolean;
}

const countLimit = 1000;

export async function pageOfPeople(
  { database }: { readonly database: Database },
  actor: Actor,
  { page, pageSize, ...search }: PeoplePageRequest,
): Promise<PeoplePage> {
  requireRight(actor, "see customers");
  const { read } = database;
  const sort = sortOf(search);
  const found = findPeople(read, search);
  if (found === null) {
    const nobody = await pageOf({ page, pageSize, total: 0 }, async () => []);
    return { ...nobody, sort, isCounted: true };
  }
  const isWhole = (search.state ?? "") === "";
  const total = isWhole
    ? await countPeople(read, found, search.search)
    : await countUpTo(read, found.select("user.id"), countLimit + 1);
  const people = await pageOf({ page, pageSize, total }, (offset) =>
    readPeople(read, found, { sort, limit: pageSize, offset }),
  );
  return { ...people, sort, isCounted: isWhole || total <= countLimit };
}

/** Counts all customers without looking at each account: all accounts without those of the team. */
async function countPeople(
  queries: Queries,
  found: NonNullable<ReturnType<typeof findPeople>>,
  search: string,
): Promise<number> {
  if (search.trim() !== "") {
    const some = found.select(({ fn }) => fn.countAll<number>().as("total"));
    return (await some.executeTakeFirstOrThrow()).total;
  }
  const accounts = queries.selectFrom("user").select(({ fn }) => fn.countAll<number>().as("total"));
  const team = queries
    .selectFrom("user_records")
    .innerJoin("user", "email", "email_key")
    .select(({ fn }) => fn.countAll<number>().as("total"));
  const { total } = await accounts.executeTakeFirstOrThrow();
  return total - (await team.executeTakeFirstOrThrow()).total;
}

/**
 * All accounts of a search, in chunks. Throws "unauthenticated" and "forbidden" when the first
 * chunk is read.
 */
export async function* listPeople(
  { database: { read } }: { readonly database: Database },
  actor: Actor,
  search: PeopleSearch,
): AsyncGenerator<readonly PersonLine[]> {
  requireRight(actor, "download the list of customers");
  const found = findPeople(read, search);
  if (found === null) return;
  const sort = sortOf(search);
  for (let offset = 0; ; offset += chunkSize) {
    const people = await readPeople(read, found, { sort, limit: chunkSize, offset });
    yield people;
    if (people.length < chunkSize) return;
  }
}

const chunkSize = 500;

function sortOf({ state = "", sort = "email-a-z" }: PeopleSearch): PeopleSort {
  return state !== "" && !sort.startsWith("email") ? "email-a-z" : sort;
}

/** Customers only, without the team. Null for a search that no account can match. */
function findPeople(queries: Queries, { search, state = "" }: PeopleSearch) {
  const typed = search.trim();
  if (typed.length > 254 || !isPlainText(typed)) return null;
  const team = queries.selectFrom("user_records").select("email_key");
  return queries
    .selectFrom("user")
    .where("user.email", "not in", team)
    .$if(state !== "", (query) =>
      query.where("emailVerified", "=", storedBoolean(queries, state === "confirmed")),
    )
    .$if(typed !== "", (query) => query.where("user.id", "in", accountsBeginning(queries, typed)));
}

interface PeopleRange {
  readonly sort: PeopleSort;
  readonly limit: number;
  readonly offset: number;
}

async function readPeople(
  queries: Queries,
  found: NonNullable<ReturnType<typeof findPeople>>,
  { sort, limit, offset }: PeopleRange,
): Promise<readonly PersonLine[]> {
  const direction = sort === "newest" || sort === "email-z-a" ? "desc" : "asc";
  const columns = sort.startsWith("email") ? (["email"] as const) : (["createdAt", "id"] as const);
  const sorted = columns.reduce(
    (query, column) => query.orderBy(`user.${column}`, direction),
    found.selectAll("user"),
  );
  // Joins profiles after the limit, so that only the accounts of one page need their profiles.
  const rows = await columns
    .reduce(
      (query, column) => query.orderBy(`person.${column}`, direction),
      queries
        .selectFrom(sorted.limit(limit).offset(offset).as("person"))
        .leftJoin("account_profiles", "account_profiles.account_id", "person.id")
        .select(["person.id", "email", "emailVerified", "createdAt", "customer_name"]),
    )
    .execute();
  return rows.map((row) => ({
    accountId: row.id,
    email: row.email,
    name: row.customer_name ?? "",
    emailVerified: Boolean(row.emailVerified),
    registeredAt: instantOf(row.createdAt),
  }));
}

/**
 * Accounts whose address or name begins with a text, found as two ranges of an index. PostgreSQL
 * needs the collation "C" to compare bytes as SQLite does.
 */
function accountsBeginning(queries: Queries, typed: string) {
  const byBytes = engineOf(queries) === "postgres" ? sql` collate "C"` : sql``;
  const begins = (column: string, beginning: string) => {
    const value = sql`${sql.ref(column)}${byBytes}`;
    return sql<boolean>`${value} >= ${beginning} and ${value} < ${`${beginning}\u{10FFFF}`}`;
  };
  return queries
    .selectFrom("user")
    .select("id")
    .where(begins("email", searchedEmail(typed)))
    .union(
      queries
        .selectFrom("account_profiles")
        .select("account_id as id")
        .where(begins("name_key", foldedText(typed))),
    );
}
