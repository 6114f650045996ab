import {
  accountsWithoutPassword,
  isConfirmed,
  lockAccount,
  markConfirmed,
} from "#access/accounts/accounts.server.ts";
import { readFirstAdmin, readTeam } from "#access/admins/assignees.ts";
import { insertUserRecord } from "#access/admins/user-records.ts";
import { openAuthentication } from "#access/open-access.ts";
import { type Identity, identify } from "#access/sessions/current-actor.ts";
import { createPasswordHashes } from "#access/sessions/password-hashes.ts";
import { signIn, signUp } from "#access/sessions/sign-in.ts";
import { lockCompanies } from "#companies/lock-companies.server.ts";
import { demonstrationBusiness } from "#platform/business.ts";
import { readConfiguration } from "#platform/configuration.ts";
import type { Database } from "#platform/database/database.ts";
import { createLog } from "#platform/metrics/log.ts";
import { requireSignedIn } from "#policy/rights.ts";
import { companyOrders } from "#server/company-orders.ts";
import { personalData } from "#server/personal-data.ts";
import { waysIn } from "#server/ways-in.ts";
import { releaseOrders } from "#work/assignment/release-orders.server.ts";
import { cheapHashCost } from "./cheap-hashes.ts";

export type Access = Awaited<ReturnType<typeof openAccess>>;

/** Accounts and sessions on a test database, with the emails that they send. */
export async function openAccess(
  database: Database,
  settings: Record<string, string> = {},
  passwords = createPasswordHashes(cheapHashCost),
) {
  const configuration = readConfiguration({ RATE_LIMIT_FACTOR: "1000", ...settings });
  const { publicUrl, passwordMinLength } = configuration;
  const secret = "a secret of thirty-two characters";
  const clock = () => Date.now();
  const post = {
    publicUrl,
    ownerEmail: undefined,
    readBusiness: async () => demonstrationBusiness,
    replyAddress: undefined,
    clock,
    secret,
    configuration,
    isConfirmed,
    accountsWithoutPassword,
    readTeam,
    readFirstAdmin,
    readTimeZone: async () => "UTC",
    readWorkCalendar: async () => ({ timeZone: "UTC", weekdays: [1, 2, 3, 4, 5], closedDays: [] }),
  };
  const authentication = await openAuthentication({
    database,
    configuration,
    secret,
    log: createLog("silent"),
    passwords,
    post,
  });
  return {
    authentication,
    passwords,
    database,
    clock,
    secret,
    configuration,
    post,
    publicUrl,
    passwordMinLength,
    /** Dependencies of operations on accounts, except signing in. */
    access: { authentication, database, post, passwords, publicUrl, passwordMinLength, waysIn },
    waysIn,
    releaseOrders,
    companyOrders,
    personalData,
    /** Tokens emailed to a person, oldest first. */
    async mailedTokens(recipient: string): Promise<string[]> {
      const mails = await database.read
        .selectFrom("mail_outbox")
        .select("text_body")
        .where("recipient", "=", recipient)
        .orderBy("id")
        .execute();
      return mails.flatMap(({ text_body }) => /token=([\w-]+)/.exec(text_body)?.[1] ?? []);
    },
    /**
     * Templates of the emails to a person, oldest first. Leaves out emails about new devices: most
     * tests sign in without the cookie of a browser, so that every sign-in seems to come from a new
     * device. `known-devices.test.ts` covers these emails.
     */
    async lettersTo(recipient: string): Promise<(string | null)[]> {
      const names = await this.allLettersTo(recipient);
      return names.filter((name) => name !== "newDevice");
    },
    async allLettersTo(recipient: string): Promise<(string | null)[]> {
      const mails = database.read.selectFrom("mail_outbox").where("recipient", "=", recipient);
      const rows = await mails.select("letter").orderBy("id").execute();
      return rows.map(({ letter }) => letter);
    },
    visit(cookies: readonly string[], clientAddress = "203.0.113.7"): Identity {
      const cookie = cookies.map((line) => line.split(";")[0]).join("; ");
      const request = new Request(`${publicUrl}/`, { headers: cookie === "" ? {} : { cookie } });
      return identify({ authentication, database, limits: post }, request, clientAddress);
    },
  };
}

export function headersFrom(clientAddress: string, others: Record<string, string> = {}): Headers {
  return new Headers({ ...others, "x-furrow-client-address": clientAddress });
}

export async function registered(
  access: Access,
  email: string,
  others: Record<string, string> = {},
) {
  const headers = headersFrom("203.0.113.7", others);
  const { cookies } = await signUp(access, headers, { email, password: goodPassword, name: "" });
  return signedInWith(access, cookies);
}

/** Opens another session of a registered person. */
export async function signedInAgain(
  access: Access,
  email: string,
  password = goodPassword,
  others: Record<string, string> = {},
) {
  const headers = headersFrom("203.0.113.7", others);
  const { cookies } = await signIn(access, headers, { email, password });
  return signedInWith(access, cookies);
}

export async function signedInWith(access: Access, cookies: readonly string[]) {
  const identity = access.visit(cookies);
  const actor = requireSignedIn(await identity.actor());
  return {
    actor,
    headers: identity.signInHeaders(),
    /** Reads the actor of the session from the database again. */
    now: () => access.visit(cookies).actor(),
  };
}

/** Confirms the email address of an account, as the emailed link does. */
export async function verified(
  { database }: { readonly database: Database },
  accountId: string,
): Promise<void> {
  await database.write(async (tx) => {
    await lockCompanies(tx);
    await markConfirmed(tx, await lockAccount(tx, accountId), Date.now());
  });
}

export const goodPassword = "hedgerow and barley";

/** Registers a person with a confirmed address and the Admin role. */
export async function registeredAdmin(access: Access, email: string) {
  const person = await registered(access, email);
  await access.database.write((tx) => insertUserRecord(tx, email, 1));
  await verified(access, person.actor.accountId);
  return { ...person, actor: requireSignedIn(await person.now()) };
}
