import type { Database } from "#platform/database/database.ts";
import type { PersonalData } from "#policy/personal-data.ts";

const adasAccount = {
  accountId: "account-ada",
  email: "ada@example.com",
  emailVerified: true,
};

/** What a person's download contains of one kind of personal data. */
export async function personalRecords(
  { read }: Database,
  data: Pick<PersonalData, "records">,
  person = adasAccount,
) {
  return (await Array.fromAsync(data.records(read, person))).flat();
}
