import type { Services } from "#compose.ts";
import { type TeamMember, teamMembers } from "#content/blocks/team.ts";
import { listRecords } from "#content/records/content-store.server.ts";
import { readBusiness } from "#settings/business.server.ts";
import type { Person } from "./person.ts";

interface TeamPerson extends Person {
  /** Job title from the team's record on the site; "" without a record. */
  readonly jobTitle: string;
}

/**
 * The person of the team with an account, as customers see them: by the name that the person saved,
 * with the picture and the job title of the site's team record of that name. A person without a
 * name, and a person who has left the team, is shown as the business.
 */
export async function teamPeople({
  configuration,
  database: { read },
  readAssignees,
}: Services): Promise<(accountId: string) => TeamPerson> {
  const [{ name: teamName }, people, records] = await Promise.all([
    readBusiness(configuration, read),
    readAssignees(read),
    listRecords(read, teamMembers),
  ]);
  const saved = await read
    .selectFrom("account_profiles")
    .select(["account_id", "customer_name"])
    .where(
      "account_id",
      "in",
      people.map(({ accountId }) => accountId),
    )
    .execute();
  const savedNames = new Map(saved.map((row) => [row.account_id, row.customer_name]));
  const nameOf = new Map(
    people.map(({ accountId, name }) => [accountId, savedNames.get(accountId) || name]),
  );
  return (accountId) => teamPerson(nameOf.get(accountId) ?? "", { records, teamName });
}

interface TeamWords {
  /** Records of the site's team section. */
  readonly records: readonly TeamMember[];
  readonly teamName: string;
}

export function teamPerson(accountName: string, { records, teamName }: TeamWords): TeamPerson {
  const name = accountName.trim();
  // Customers never see an address of the team, which an account can have as its name.
  if (name === "" || name.includes("@")) return { name: teamName, picture: "", jobTitle: "" };
  const record = records.find(({ teamMemberName }) => nameKey(teamMemberName) === nameKey(name));
  return {
    name,
    picture: portraitOf(record),
    jobTitle: record?.teamMemberTitle ?? "",
  };
}

/** "" for a pattern, which stands for a portrait but shows nobody. */
function portraitOf(record: TeamMember | undefined): string {
  const picture = record?.teamMemberImg ?? "";
  return picture.startsWith("/patterns/") ? "" : picture;
}

function nameKey(name: string): string {
  return name.trim().replaceAll(/\s+/g, " ").toLowerCase();
}
