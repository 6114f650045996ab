import { expect, test } from "vitest";
import { type Access, headersFrom, openAccess } from "../../tests/support/access.ts";
import { describeOnEachDatabase } from "../../tests/support/databases.ts";
import type { Actor } from "../policy/actor.ts";
import { acceptInvitation, readInvitation } from "./accept-invitation.ts";
import { addUserRecord } from "./add-user-record.ts";
import { ensureFirstAdmin, setUpFirstAdmin, setUpToken } from "./first-admin.ts";
import { listAdmins } from "./list-admins.ts";
import { removeUserRecord } from "./remove-user-record.ts";
import { sendInvitationAgain } from "./send-invitation-again.ts";
import { signIn, signUp } from "./sign-in.ts";
import { updateUserRecord } from "./update-user-record.ts";

const owner = { email: "owner@example.com", password: "a long and rather dull password" };
const colleague = "Colleague@Example.com";
const password = "hedgerow and barley";
const anyone = headersFrom("203.0.113.7");
const day = 24 * 60 * 60 * 1000;

async function openPeople(openDatabase: () => Promise<Access["database"]>) {
  const opened = await openAccess(await openDatabase());
  const time = { ahead: 0 };
  const clock = () => Date.now() + time.ahead;
  const access = { ...opened, clock, access: opened, time };
  await ensureFirstAdmin(access, owner);
  const actor = await actorOf(access, owner);
  return { access, actor };
}

async function actorOf(access: Access, credentials: typeof owner): Promise<Actor> {
  const { cookies } = await signIn(access, anyone, credentials);
  return access.visit(cookies).actor();
}

const latestToken = async (access: Access, email: string) =>
  (await access.mailedTokens(email)).at(-1) ?? "";

type People = Awaited<ReturnType<typeof openPeople>>;

/** Another admin who has followed their invitation. */
async function join({ access, actor }: People, email: string): Promise<Actor> {
  await addUserRecord(access, actor, { userEmail: email });
  const credentials = await acceptInvitation(access, await latestToken(access, email), password);
  return actorOf(access, credentials);
}

const idOf = async ({ access, actor }: People, email: string) =>
  (await listAdmins(access, actor)).find(({ userEmail }) => userEmail === email)?._id ?? "";

describeOnEachDatabase("An invitation", (openDatabase) => {
  test("leads to a verified account with the person's own password, once", async () => {
    const { access, actor } = await openPeople(openDatabase);
    await addUserRecord(access, actor, { userEmail: colleague });
    expect(await listAdmins(access, actor)).toMatchObject([
      { userEmail: owner.email, state: "active", isYou: true },
      { userEmail: colleague, state: "invited", isYou: false },
    ]);
    const token = await latestToken(access, colleague);
    // A link scanner that opens it uses nothing up.
    await readInvitation(access, token);
    expect(await readInvitation(access, token)).toEqual({ email: colleague });
    await expect(acceptInvitation(access, token, "12345")).rejects.toMatchObject({
      issues: [{ path: "password" }],
    });
    const credentials = await acceptInvitation(access, token, password);
    expect(await actorOf(access, credentials)).toMatchObject({ kind: "admin" });
    await expect(acceptInvitation(access, token, "another one")).rejects.toMatchObject({
      code: "not-found",
      message: expect.stringContaining("has been used"),
    });
    expect(await actorOf(access, credentials)).toMatchObject({ kind: "admin" });
    expect(await listAdmins(access, actor)).toMatchObject([{}, { state: "active" }]);
  });

  test("takes the address over from whoever had registered it", async () => {
    const { access, actor } = await openPeople(openDatabase);
    const squatter = { email: colleague, password: "the squatter's password" };
    const { cookies } = await signUp(access, anyone, { ...squatter, name: "Eve" });
    await addUserRecord(access, actor, { userEmail: colleague });
    expect((await access.visit(cookies).actor()).kind).toBe("customer");
    await acceptInvitation(access, await latestToken(access, colleague), password);
    expect((await access.visit(cookies).actor()).kind).toBe("visitor");
    await expect(signIn(access, anyone, squatter)).rejects.toMatchObject({
      code: "unauthenticated",
    });
    expect(await actorOf(access, { email: colleague, password })).toMatchObject({ kind: "admin" });
  });

  test("changes one password when it is used several times at once", async () => {
    const { access, actor } = await openPeople(openDatabase);
    await addUserRecord(access, actor, { userEmail: colleague });
    const token = await latestToken(access, colleague);
    const passwords = ["the first barley", "the second barley", "the third barley"];
    const results = await Promise.allSettled(
      passwords.map((one) => acceptInvitation(access, token, one)),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const [index, one] of passwords.entries()) {
      const entering = signIn(access, anyone, { email: colleague, password: one });
      if (results[index]?.status === "fulfilled") await entering;
      else await expect(entering).rejects.toMatchObject({ code: "unauthenticated" });
    }
  });

  test("opens nothing when it is forged, too old, replaced or withdrawn", async () => {
    const people = await openPeople(openDatabase);
    const { access, actor } = people;
    await addUserRecord(access, actor, { userEmail: colleague });
    const id = await idOf(people, colleague);
    const first = await latestToken(access, colleague);
    await sendInvitationAgain(access, actor, id);
    const second = await latestToken(access, colleague);
    const refused = async (token: string) => {
      await expect(readInvitation(access, token)).rejects.toMatchObject({ code: "not-found" });
      const accepting = acceptInvitation(access, token, password);
      await expect(accepting).rejects.toMatchObject({ code: "not-found" });
    };
    for (const token of ["", "x", `${second}x`, second.toUpperCase(), first, "\u0000"]) {
      await refused(token);
    }
    access.time.ahead = 7 * day - 1000;
    await readInvitation(access, second);
    access.time.ahead = 7 * day + 1000;
    await refused(second);
    expect(await listAdmins(access, actor)).toMatchObject([{}, { state: "expired" }]);
    await sendInvitationAgain(access, actor, id);
    const third = await latestToken(access, colleague);
    await removeUserRecord(access, actor, id);
    await refused(third);
    await expect(signIn(access, anyone, { email: colleague, password })).rejects.toThrow();
  });

  test("is a word of welcome for whoever has a verified account, and gives no password", async () => {
    const people = await openPeople(openDatabase);
    const { access, actor } = people;
    await join(people, colleague);
    const id = await idOf(people, colleague);
    await expect(sendInvitationAgain(access, actor, id)).rejects.toMatchObject({
      code: "conflict",
    });
    await removeUserRecord(access, actor, id);
    expect(await actorOf(access, { email: colleague, password })).toMatchObject({
      kind: "customer",
    });
    const tokens = await access.mailedTokens(colleague);
    await addUserRecord(access, actor, { userEmail: colleague });
    // One more mail, without a token.
    expect(await access.mailedTokens(colleague)).toEqual([...tokens, ""]);
    expect(await actorOf(access, { email: colleague, password })).toMatchObject({ kind: "admin" });
  });

  test("gives no password to an account that was verified meanwhile", async () => {
    const { access, actor } = await openPeople(openDatabase);
    await addUserRecord(access, actor, { userEmail: colleague });
    const token = await latestToken(access, colleague);
    const { cookies } = await signUp(access, anyone, { email: colleague, password, name: "" });
    const visitor = await access.visit(cookies).actor();
    const { internalAdapter } = await access.authentication.$context;
    const { accountId } = visitor as Extract<Actor, { accountId: string }>;
    await internalAdapter.updateUser(accountId, { emailVerified: true });
    await expect(acceptInvitation(access, token, "another barley")).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await actorOf(access, { email: colleague, password })).toMatchObject({ kind: "admin" });
  });
});

describeOnEachDatabase("The set-up link, used by two at once", (openDatabase) => {
  test("leaves the loser's account as it was", async () => {
    const access = await openAccess(await openDatabase());
    const people = ["ann@example.com", "ben@example.com", "cay@example.com"];
    for (const email of people) await signUp(access, anyone, { email, password, name: "" });
    const token = setUpToken(access.secret);
    const results = await Promise.allSettled(
      people.map((email) => setUpFirstAdmin(access, token, { email, password: owner.password })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const [index, email] of people.entries()) {
      if (results[index]?.status === "fulfilled") continue;
      expect(await actorOf(access, { email, password })).toMatchObject({ kind: "customer" });
    }
  });
});

describeOnEachDatabase("Removing an admin", (openDatabase) => {
  test("ends their rights at the next request, and moving the role does", async () => {
    const people = await openPeople(openDatabase);
    const { access, actor } = people;
    await join(people, "second@example.com");
    const { cookies } = await signIn(access, anyone, { email: "second@example.com", password });
    const kind = async () => (await access.visit(cookies).actor()).kind;
    expect(await kind()).toBe("admin");
    const id = await idOf(people, "second@example.com");
    await updateUserRecord(access, actor, id, { userEmail: "third@example.com" });
    expect(await kind()).toBe("customer");
    expect(await latestToken(access, "third@example.com")).not.toBe("");
    await updateUserRecord(access, actor, id, { userEmail: "Second@Example.com" });
    expect(await kind()).toBe("admin");
    // The role has moved on, and the mail that is still in the other box opens nothing.
    const stale = await latestToken(access, "third@example.com");
    await expect(readInvitation(access, stale)).rejects.toMatchObject({ code: "not-found" });
    await removeUserRecord(access, actor, id);
    expect(await kind()).toBe("customer");
  });

  test("leaves one who can sign in, whoever is invited", async () => {
    const people = await openPeople(openDatabase);
    const { access, actor } = people;
    await addUserRecord(access, actor, { userEmail: colleague });
    const own = await idOf(people, owner.email);
    await expect(removeUserRecord(access, actor, own)).rejects.toMatchObject({ code: "conflict" });
    await acceptInvitation(access, await latestToken(access, colleague), password);
    expect(await removeUserRecord(access, actor, own)).toMatchObject({ userEmail: owner.email });
  });

  test("lets one of two win who remove each other at the same moment", async () => {
    const people = await openPeople(openDatabase);
    const { access, actor } = people;
    const second = await join(people, "second@example.com");
    await join(people, "third@example.com");
    const [ownId, secondId] = [
      await idOf(people, owner.email),
      await idOf(people, "second@example.com"),
    ];
    const results = await Promise.allSettled([
      removeUserRecord(access, actor, secondId),
      removeUserRecord(access, second, ownId),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = results.find(({ status }) => status === "rejected");
    expect(refused).toMatchObject({ reason: { code: "forbidden" } });
  });

  test("leaves one of several who all give up their own role at the same moment", async () => {
    const people = await openPeople(openDatabase);
    const { access, actor } = people;
    const emails = ["second@example.com", "third@example.com"];
    const actors = [actor];
    for (const email of emails) actors.push(await join(people, email));
    const ids = await Promise.all([owner.email, ...emails].map((email) => idOf(people, email)));
    const results = await Promise.allSettled(
      actors.map((one, index) => removeUserRecord(access, one, ids[index] ?? "")),
    );
    const refused = results.filter(({ status }) => status === "rejected");
    expect(refused).toMatchObject([{ reason: { code: "conflict" } }]);
  });

  test("finds one record for an address, whatever its spelling", async () => {
    const people = await openPeople(openDatabase);
    const { access, actor } = people;
    await addUserRecord(access, actor, { userEmail: colleague });
    const adding = addUserRecord(access, actor, { userEmail: colleague.toLowerCase() });
    await expect(adding).rejects.toMatchObject({ code: "conflict" });
    const id = await idOf(people, colleague);
    const moving = updateUserRecord(access, actor, id, { userEmail: "OWNER@example.com" });
    await expect(moving).rejects.toMatchObject({ code: "conflict" });
    expect(await access.mailedTokens(colleague)).toHaveLength(1);
  });
});
