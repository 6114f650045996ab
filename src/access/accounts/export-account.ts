import type { Database } from "#platform/database/database.ts";
import type { JsonValue } from "#platform/errors.ts";
import type { Clock } from "#platform/time/clock.ts";
import { isoTime } from "#platform/time/dates.ts";
import { type Actor, isSignedIn } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import type { PersonalData } from "#policy/personal-data.ts";
import { requireRight } from "#policy/rights.ts";
import { type AccountFacts, findPerson } from "./people.ts";

interface ExportAccountDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly personalData: readonly PersonalData[];
}

interface AccountFile {
  readonly name: string;
  readonly text: AsyncGenerator<string>;
}

/**
 * All data about the actor or, for an admin, about any person, as one JSON file. An admin's export
 * of another person's data gets an audit entry. Throws "not-found".
 */
export async function exportAccount(
  { database, clock, personalData }: ExportAccountDependencies,
  actor: Actor,
  accountId: string,
): Promise<AccountFile> {
  const person = await findPerson({ database }, actor, accountId);
  const at = clock();
  if (isSignedIn(actor) && actor.accountId !== accountId) {
    requireRight(actor, "download personal data");
    await database.write((tx) =>
      audit(tx, actor, {
        action: "Download personal data",
        subject: "account",
        subjectId: accountId,
        // The audit log is never deleted, so it must not contain the address.
        label: `Account ${accountId}`,
        before: null,
        after: null,
        at,
      }),
    );
  }
  const name = `furrow-data-${isoTime(at).slice(0, 10)}.json`;
  return { name, text: fileText(database, personalData, person, at) };
}

async function* fileText(
  { read }: Database,
  personalData: readonly PersonalData[],
  person: AccountFacts,
  at: number,
): AsyncGenerator<string> {
  yield `{\n${member("madeAt", isoTime(at))},\n${member("account", accountOf(person))}`;
  yield `,\n${member("profile", person.profile === undefined ? null : { ...person.profile })}`;
  for (const data of personalData) {
    yield `,\n${JSON.stringify(data.name)}: [`;
    let separator = "\n";
    for await (const records of data.records(read, person)) {
      if (records.length === 0) continue;
      yield separator + records.map((record) => JSON.stringify(record)).join(",\n");
      separator = ",\n";
    }
    yield "]";
  }
  yield "\n}\n";
}

function accountOf({ accountId, email, emailVerified, name, registeredAt }: AccountFacts) {
  return { id: accountId, email, emailVerified, name, registeredAt: isoTime(registeredAt) };
}

function member(name: string, value: JsonValue): string {
  return `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
}
