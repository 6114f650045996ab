import { sql } from "kysely";
import { afterEach, expect, test, vi } from "vitest";
import { newId } from "#platform/ids.ts";
import { hashOfToken, newToken } from "#platform/tokens.ts";
import type { SignedInActor } from "#policy/actor.ts";
import { type KeepableKind, keepableKinds } from "#policy/ways-in.ts";
import { switchOnCodes } from "../../../tests/support/browser/switch-on-codes.ts";
import { auditEntries } from "../../../tests/support/databases/audit-entries.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import {
  type Access,
  goodPassword,
  headersFrom,
  openAccess,
  registered,
  registeredAdmin,
  signedInWith,
  verified,
} from "../../../tests/support/rights/access.ts";
import { storedBoolean } from "../accounts/accounts.server.ts";
import { deleteAccountOnRequest, deleteOwnAccount } from "../accounts/delete-account.ts";
import { confirmAddress, requestConfirmationEmail } from "../accounts/verify-address.ts";
import { addUserRecord, removeUserRecord, updateUserRecord } from "../admins/admins.ts";
import { setUpFirstAdmin, setUpToken } from "../admins/first-admin.ts";
import { acceptInvitation } from "../admins/invitations.server.ts";
import { insertUserRecord } from "../admins/user-records.ts";
import { createApiKey } from "../api-keys/api-keys.ts";
import {
  confirmAppCodes,
  readSetUp,
  startAppCodes,
  switchOffAppCodes,
} from "../second-factor/app-codes.ts";
import { resetSecondFactor, resetSecondFactorOf } from "../second-factor/reset-second-factor.ts";
import { changePassword } from "../sessions/change-password.ts";
import { identify } from "../sessions/current-actor.ts";
import { isOpenResetLink } from "../sessions/reset-links.server.ts";
import { resetPassword } from "../sessions/reset-password.ts";
import { requestPasswordReset } from "../sessions/sign-in.ts";
import { listWaysIn } from "./ways-in.ts";

const email = "pia@example.com";
const newPassword = "a wholly new hedgerow";
const anyone = headersFrom("203.0.113.7");

afterEach(() => {
  vi.useRealTimers();
});

type Person = Awaited<ReturnType<typeof registered>>;
type TeamRole = "Admin" | "Manager" | "Worker";

interface Opened {
  readonly access: Access;
  readonly owner: Person;
  readonly pia: Person;
  readonly recordId: string;
}

/** An owner, and Pia with a role, who has confirmed her address. */
async function openTeam(database: Access["database"], role: TeamRole = "Manager") {
  const access = await openAccess(database);
  const owner = await registeredAdmin(access, "owner@example.com");
  const begun = await registered(access, email);
  const record = await database.write((tx) => insertUserRecord(tx, email, 1, role));
  await verified(access, begun.actor.accountId);
  const pia = { ...begun, actor: (await begun.now()) as SignedInActor };
  return { access, owner, pia, recordId: record._id };
}

/** Everything that opens Pia's account, as somebody who got hold of the account would leave it. */
async function plantWaysIn({ access, pia }: Pick<Opened, "access" | "pia">) {
  const { accountId } = pia.actor;
  const { internalAdapter } = await access.authentication.$context;
  const other = await internalAdapter.createSession(accountId);
  const form = { name: "Export", access: "all", days: "90", key: newId() };
  // A person without a confirmed address cannot create a key; somebody may have done it before.
  const key = await createApiKey(access, pia.actor, form).then(
    ({ secret }) => secret,
    () => null,
  );
  await requestPasswordReset(access.access, anyone, email);
  const resetToken = (await access.mailedTokens(email)).at(-1) ?? "";
  const expires = new Date(Date.now() + 86_400_000);
  const expiresAt = access.database.engine === "sqlite" ? expires.toISOString() : expires;
  const linkId = newId();
  const isSqlite = access.database.engine === "sqlite";
  const stamp = isSqlite ? new Date().toISOString() : new Date();
  const account_id = accountId;
  const expires_at = Date.now() + 86_400_000;
  const keyOfBefore = { name: "Old", prefix: "furrow_old", key_hash: newId(), key_role: null };
  const unused = { last_used_at: null, revoked_at: null };
  const link = {
    order_id: "an order",
    account_id,
    email,
    purpose: "room" as const,
    sent_at: 1,
    expires_at,
  };
  const credential = { userId: accountId, publicKey: "key", credentialID: newId(), aaguid: null };
  const device = { name: "Phone", deviceType: "singleDevice", transports: null, createdAt: null };
  const phone = { id: newId(), counter: 0, ...credential, ...device };
  const noCode = { code_hash: "", code_expires_at: 0, code_attempts: 0, proven_until: 0 };
  await access.database.write(async (tx) => {
    if (key === null) {
      await tx
        .insertInto("api_keys")
        .values({
          id: newId(),
          account_id,
          ...keyOfBefore,
          ...unused,
          read_only: 0,
          created_at: 1,
          expires_at,
        })
        .execute();
    }
    await tx
      .insertInto("passkey")
      .values({
        ...phone,
        backedUp: isSqlite ? 0 : false,
      })
      .execute();
    const trusted = { id: newId(), identifier: `trust-device-${newId()}`, value: accountId };
    await tx
      .insertInto("verification")
      .values({ ...trusted, expiresAt, createdAt: stamp, updatedAt: stamp })
      .execute();
    await tx
      .insertInto("order_links")
      .values({ id: linkId, token_hash: hashOfToken(newToken()), ...link, last_used_at: null })
      .execute();
    await tx
      .insertInto("order_link_visits")
      .values({ id: newId(), secret_hash: newId(), link_id: linkId, started_at: 1, ...noCode })
      .execute();
    await tx
      .insertInto("calendar_feeds")
      .values({ account_id, id: newId(), created_at: 1 })
      .execute();
  });
  return { other, key, resetToken };
}

/** Kinds that open the account besides the sessions of `own`. */
async function openKinds(access: Access, accountId: string, exceptToken?: string) {
  const account = { accountId, at: Date.now(), exceptToken };
  const open = await listWaysIn(access.database.read, access.waysIn, account);
  return open.map(({ kind }) => kind);
}

const tokenOf = (headers: Headers) =>
  /furrow-session=([^.;]+)/.exec(decodeURIComponent(headers.get("cookie") ?? ""))?.[1];

interface Recovery {
  /** Prepares the account before the ways in are planted. */
  readonly prepare?: (opened: Opened) => Promise<Person>;
  /** Runs the recovery. Returns the headers of the session that stays, if one stays. */
  readonly run: (opened: Opened, keep: KeepableKind[] | undefined) => Promise<Headers | undefined>;
  /** Kinds that a person may keep in this recovery. */
  readonly keepable: readonly KeepableKind[];
  readonly role?: TeamRole;
}

async function withCodes({ access, pia }: Opened): Promise<Person> {
  const { cookies } = await switchOnCodes(access.access, pia, goodPassword);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 30_000 });
  return signedInWith(access, cookies);
}

const unconfirmed = async ({ access, pia }: Opened): Promise<Person> => {
  await access.database.write((tx) =>
    tx
      .updateTable("user")
      .set({ emailVerified: storedBoolean(tx, false) })
      .where("id", "=", pia.actor.accountId)
      .execute(),
  );
  return { ...pia, actor: (await pia.now()) as SignedInActor };
};

const recoveries: Readonly<Record<string, Recovery>> = {
  "a reset of the password by link": {
    keepable: keepableKinds,
    async run({ access }, keep) {
      await requestPasswordReset(access.access, anyone, email);
      const token = (await access.mailedTokens(email)).at(-1) ?? "";
      await resetPassword(access.access, anyone, token, newPassword, keep);
      return undefined;
    },
  },
  "a change of the password": {
    keepable: keepableKinds,
    async run({ access, pia }, keep) {
      const input = { currentPassword: goodPassword, newPassword, keep };
      const answer = await changePassword(access, pia.actor, pia.headers, input);
      return (await signedInWith(access, answer.cookies)).headers;
    },
  },
  "switching on a second factor": {
    keepable: keepableKinds,
    async run({ access, pia }, keep) {
      const { actor, headers } = pia;
      const proof = await startAppCodes(access.access, actor, headers, { password: goodPassword });
      const setUp = await readSetUp(access.access, actor, proof);
      const { Secret, TOTP } = await import("otpauth");
      const phone = new TOTP({
        secret: Secret.fromBase32((setUp?.secret ?? "").replaceAll(" ", "")),
      });
      const first = { proof, code: phone.generate(), keep };
      const answer = await confirmAppCodes(access.access, actor, headers, first);
      return (await signedInWith(access, answer.cookies)).headers;
    },
  },
  "switching off a second factor": {
    prepare: withCodes,
    keepable: keepableKinds,
    async run({ access, pia }, keep) {
      const input = { password: goodPassword, keep };
      const answer = await switchOffAppCodes(access.access, pia.actor, pia.headers, input);
      return (await signedInWith(access, answer.cookies)).headers;
    },
  },
  "a reset of the second factor by an owner": {
    keepable: ["apiKeys", "orderLinks", "calendar"],
    async run({ access, owner, pia }, keep) {
      const input = { understood: "yes", keep };
      await resetSecondFactor(access, owner.actor, pia.actor.accountId, input);
      return undefined;
    },
  },
  "a reset of the second factor by the operator": {
    keepable: [],
    async run({ access }) {
      await resetSecondFactorOf(access, email);
      return undefined;
    },
  },
  "an accepted invitation": {
    prepare: unconfirmed,
    keepable: [],
    async run({ access, owner, recordId }) {
      await removeUserRecord(access, owner.actor, recordId);
      await addUserRecord(access, owner.actor, { userEmail: email, userRole: "Worker" });
      const token = (await access.mailedTokens(email)).at(-1) ?? "";
      await acceptInvitation(access, token, newPassword);
      return undefined;
    },
  },
  "the set-up of the first admin": {
    keepable: [],
    async run({ access }) {
      await access.database.write((tx) => tx.deleteFrom("user_records").execute());
      const token = setUpToken(access.secret);
      await setUpFirstAdmin(access, token, { email, password: newPassword });
      return undefined;
    },
  },
  "a confirmed address with a new password": {
    prepare: unconfirmed,
    keepable: [],
    async run({ access, pia }) {
      await requestConfirmationEmail(access, pia.actor, pia.headers);
      const token = (await access.mailedTokens(email)).at(-1) ?? "";
      await confirmAddress(access, pia.actor, token, newPassword, pia.headers);
      return pia.headers;
    },
  },
  "the removal of a role": {
    keepable: [],
    async run({ access, owner, recordId }) {
      await removeUserRecord(access, owner.actor, recordId);
      return undefined;
    },
  },
  "a role with fewer rights": {
    keepable: ["passkeys", "orderLinks", "calendar"],
    async run({ access, owner, recordId }, keep) {
      const change = { userEmail: email, userRole: "Worker", keep };
      await updateUserRecord(access, owner.actor, recordId, change);
      return undefined;
    },
  },
  "an owner who becomes a Manager": {
    role: "Admin",
    keepable: ["passkeys", "orderLinks", "calendar"],
    async run({ access, owner, recordId }, keep) {
      const change = { userEmail: email, userRole: "Manager", keep };
      await updateUserRecord(access, owner.actor, recordId, change);
      return undefined;
    },
  },
  "a role that moves to another address": {
    keepable: ["passkeys", "orderLinks", "calendar"],
    async run({ access, owner, recordId }, keep) {
      const change = { userEmail: "new@example.com", keep };
      await updateUserRecord(access, owner.actor, recordId, change);
      return undefined;
    },
  },
  "the deletion of the account by its person": {
    keepable: [],
    async run({ access, pia }) {
      const input = { password: goodPassword, understood: "yes" };
      await deleteOwnAccount(access, pia.actor, pia.headers, input);
      return undefined;
    },
  },
  "the deletion of the account by an owner": {
    keepable: [],
    async run({ access, owner, pia }) {
      const input = { confirmation: email };
      await deleteAccountOnRequest(access, owner.actor, pia.actor.accountId, input);
      return undefined;
    },
  },
};

describeStore("What opens an account ends with", (openDatabase) => {
  async function openFor({ prepare, role }: Recovery) {
    const opened = await openTeam(await openDatabase(), role);
    const pia = prepare === undefined ? opened.pia : await prepare(opened);
    const ready = { ...opened, pia };
    const planted = await plantWaysIn(ready);
    const all = ready.access.waysIn.map(({ kind }) => kind);
    const { accountId } = pia.actor;
    expect(await openKinds(ready.access, accountId, tokenOf(pia.headers))).toEqual(all);
    return { ready, planted, accountId };
  }

  /** The newest email to Pia, and the audit entries, say what has ended. */
  async function expectTold({ database }: Access, isAudited: boolean): Promise<void> {
    const mail = await database.read
      .selectFrom("mail_outbox")
      .select("text_body")
      .where("recipient", "=", email)
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(mail.text_body).toMatch(/Ended: .*1 API key, 1 passkey/);
    const entries = await auditEntries(database);
    const ends = entries.filter(({ after_json }) => after_json.includes('"1 API key","1 passkey"'));
    expect(ends).toHaveLength(isAudited ? 1 : 0);
  }

  test.each(Object.entries(recoveries))("%s", async (name, recovery) => {
    const { ready, planted, accountId } = await openFor(recovery);
    const { access } = ready;
    const { read } = access.database;
    const own = await recovery.run(ready, undefined);
    expect(await openKinds(access, accountId, own && tokenOf(own))).toEqual([]);
    const sessions = await read
      .selectFrom("session")
      .select("token")
      .where("userId", "=", accountId)
      .execute();
    expect(sessions.map(({ token }) => token)).not.toContain(planted.other.token);
    expect(await isOpenResetLink(access.database, planted.resetToken)).toBe(false);
    const actorOf = (headers: HeadersInit) => {
      const request = new Request(`${access.publicUrl}/api/orders`, { headers });
      return identify({ ...access, limits: access.post }, request, "203.0.113.7").actor();
    };
    if (planted.key !== null) {
      const withKey = actorOf({ authorization: `Bearer ${planted.key}` });
      await expect(withKey).rejects.toMatchObject({ code: "unauthenticated" });
    }
    for (const table of [
      "order_links",
      "order_link_visits",
      "calendar_feeds",
      "passkey",
    ] as const) {
      expect([table, await read.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
    }
    if (own !== undefined) expect(await actorOf(own)).toMatchObject({ accountId });
    // The audit log has the changes that people of the team have made.
    if (!/deletion|set-up|invitation/.test(name))
      await expectTold(access, !/confirmed address|operator/.test(name));
  });

  const keeping = Object.entries(recoveries).filter(([, { keepable }]) => keepable.length > 0);
  test.each(keeping)("%s, except what the person keeps", async (_name, recovery) => {
    const { ready, accountId } = await openFor(recovery);
    const own = await recovery.run(ready, [...keepableKinds]);
    const open = await openKinds(ready.access, accountId, own && tokenOf(own));
    expect(open.toSorted()).toEqual([...recovery.keepable].toSorted());
  });

  test("nothing when a role gets more rights, or stays", async () => {
    const opened = await openTeam(await openDatabase(), "Worker");
    const { access, owner, pia, recordId } = opened;
    await plantWaysIn(opened);
    for (const userRole of ["Worker", "Manager", "Admin"]) {
      await updateUserRecord(access, owner.actor, recordId, { userEmail: email, userRole });
    }
    const open = await openKinds(access, pia.actor.accountId);
    expect(open).toEqual(access.waysIn.map(({ kind }) => kind));
  });
});

/** Columns that look like secrets and open no account, each with the reason. */
const opensNoAccount: Readonly<Record<string, string>> = {
  "account.password": "the password itself, which a recovery replaces",
  "account.accessToken": "of sign-in providers, which the program does not use",
  "account.refreshToken": "of sign-in providers, which the program does not use",
  "account.idToken": "of sign-in providers, which the program does not use",
  "account.accessTokenExpiresAt": "a time",
  "account.refreshTokenExpiresAt": "a time",
  "twoFactor.secret": "asked for besides the password; a stolen mailbox must not switch it off",
  "twoFactor.backupCodes": "asked for besides the password",
  "invitations.token_hash": "opens no account with a confirmed address; used up when accepted",
  "company_invitations.token_hash": "lets a person without a confirmed account join a company",
  "known_devices.device_hash": "says which sign-ins are emailed, and opens nothing",
  "email_changes.old_token_hash": "confirms only in a session of the account",
  "email_changes.new_token_hash": "confirms only in a session of the account",
  "offer_links.token_hash": "shows one offer; accepting it takes an emailed code",
  "offer_visits.secret_hash": "a browser with a link to an offer",
  "offer_visits.code_hash": "proves the address to a browser with a link to an offer",
  "month_report_links.token_hash": "opens one report, belongs to the company, and is listed there",
  "order_passwords.password": "of websites of customers",
  "idempotency_keys.body_hash": "of a request",
  "media_files.content_hash": "of a file",
  "media_former_files.content_hash": "of a file",
  "own_fonts.content_hash": "of a font",
  "private_files.content_hash": "of a file",
  "incoming_mails.content_hash": "of an email",
  "mail_outbox.secrets": "of sent links, each of which ends with what it opens",
  "month_closings.hash": "of the snapshot of a month",
  "statement_files.content_hash": "of a file",
  "private_file_moves.token": "marks the process that moves a file",
};

describeStore("The list of what opens an account", (openDatabase) => {
  test("names every column of the database that holds a credential of an account", async () => {
    const access = await openAccess(await openDatabase());
    if (access.database.engine !== "sqlite") return;
    const { rows } = await sql<{ name: string }>`
      select m.name || '.' || p.name as name
      from sqlite_master m join pragma_table_info(m.name) p where m.type = 'table'
    `.execute(access.database.libraryHandle);
    const suspicious =
      /\..*(token|hash|secret|publicKey|credentialID|identifier|password$|codes$)/i;
    const listed = access.waysIn.flatMap(({ secrets }) => secrets);
    const found = rows.map(({ name }) => name).filter((name) => suspicious.test(name));
    const unknown = found.filter((name) => !listed.includes(name) && !(name in opensNoAccount));
    expect(unknown).toEqual([]);
    const columns = rows.map(({ name }) => name);
    expect(
      [...listed, ...Object.keys(opensNoAccount)].filter((name) => !columns.includes(name)),
    ).toEqual([]);
  });
});
