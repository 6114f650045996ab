import { sql } from "kysely";
import { type Database, engineOf, type Queries } from "../../platform/database/database.ts";
import { canBeId } from "../../platform/ids.ts";
import { type Page, pageOf } from "../../platform/pages.ts";
import type { CustomerDetails } from "../../platform/texts/customer-details.ts";
import { isPlainText } from "../../platform/texts/plain-text.ts";
import type { Actor } from "../../policy/actor.ts";
import type { Person } from "../../policy/personal-data.ts";
import { requireOwnOr, requireRight } from "../../policy/rights.ts";
import { instantOf } from "../sessions/authentication-tables.server.ts";
import { noSuchAccount } from "./accounts.server.ts";
import { selectProfile } from "./profile.ts";

/** An account with its profile. */
export interface AccountFacts extends Person {
  /** Name from the registration; often "". */
  readonly name: string;
  readonly registeredAt: number;
  readonly profile: CustomerDetails | undefined;
}

/** The actor's own account or, for an admin, any account. Throws "not-found". */
export async function findPerson(
  { database }: { readonly database: Database },
  actor: Actor,
  accountId: string,
): Promise<AccountFacts> {
  requireOwnOr(actor, accountId, "see every user");
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
    profile: await selectProfile(database.read, accountId),
  };
}

/** An account in a list. */
export interface PersonLine {
  readonly accountId: string;
  readonly email: string;
  /** From the profile; "" when there is none. */
  readonly name: string;
  readonly emailVerified: boolean;
  readonly registeredAt: number;
}

interface PeoplePageRequest {
  /** Prefix of address or name, in any case; "" for everybody. */
  readonly search: string;
  readonly page: number;
  readonly pageSize: number;
}

/** One page of accounts, sorted by address. Both searches use an index. */
export async function pageOfPeople(
  { database }: { readonly database: Database },
  actor: Actor,
  { search, page, pageSize }: PeoplePageRequest,
): Promise<Page<PersonLine>> {
  requireRight(actor, "see every user");
  const beginning = search.trim().toLowerCase();
  if (beginning.length > 254 || !isPlainText(beginning)) {
    return pageOf({ page, pageSize, total: 0 }, async () => []);
  }
  const { read } = database;
  const found = read
    .selectFrom("user")
    .$if(beginning !== "", (query) =>
      query.where("user.id", "in", accountsBeginning(read, beginning)),
    );
  const { total } = await found
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return pageOf({ page, pageSize, total }, async (offset) => {
    // Joins profiles only for the accounts on this page.
    const onPage = found.selectAll("user").orderBy("email").limit(pageSize).offset(offset);
    const rows = await read
      .selectFrom(onPage.as("person"))
      .leftJoin("account_profiles", "account_profiles.account_id", "person.id")
      .select(["person.id", "email", "emailVerified", "createdAt", "customer_name"])
      .orderBy("email")
      .execute();
    return rows.map((row) => ({
      accountId: row.id,
      email: row.email,
      name: row.customer_name ?? "",
      emailVerified: Boolean(row.emailVerified),
      registeredAt: instantOf(row.createdAt),
    }));
  });
}

/** Two ranges, each of one index. PostgreSQL compares bytewise here, as SQLite does anyway. */
function accountsBeginning(queries: Queries, beginning: string) {
  const byBytes = engineOf(queries) === "postgres" ? sql` collate "C"` : sql``;
  const end = `${beginning}\u{10FFFF}`;
  const inRange = (column: string) => {
    const value = sql`${sql.ref(column)}${byBytes}`;
    return sql<boolean>`${value} >= ${beginning} and ${value} < ${end}`;
  };
  return queries
    .selectFrom("user")
    .select("id")
    .where(inRange("email"))
    .union(
      queries.selectFrom("account_profiles").select("account_id as id").where(inRange("name_key")),
    );
}
