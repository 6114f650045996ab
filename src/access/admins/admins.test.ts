import { expect, test } from "vitest";
import { openAccess } from "../../../tests/support/access.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases.ts";
import {
  actorOf,
  anyone,
  colleague,
  idOf,
  join,
  latestToken,
  openPeople,
  owner,
  password,
} from "../../../tests/support/people.ts";
import { signIn, signUp } from "../sessions/sign-in.ts";
import { addUserRecord, removeUserRecord, updateUserRecord } from "./admins.ts";
import { setUpFirstAdmin, setUpToken } from "./first-admin.ts";
import { acceptInvitation, readInvitation } from "./invitations.server.ts";

describeOnEachDatabase("A set-up link that two people use at once", (openDatabase) => {
  test("leaves the password and the rights of the slower person's account unchanged", async () => {
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

describeOnEachDatabase("A change of the admins", (openDatabase) => {
  test("takes effect at the next request when a role is removed or moved to another address", async () => {
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
    // The role has moved back from third@example.com, so the link that was sent to this address is
    // invalid.
    const stale = await latestToken(access, "third@example.com");
    await expect(readInvitation(access, stale)).rejects.toMatchObject({ code: "not-found" });
    await removeUserRecord(access, actor, id);
    expect(await kind()).toBe("customer");
  });

  test("keeps the last admin who can sign in, also while an invitation is open", async () => {
    const people = await openPeople(openDatabase);
    const { access, actor } = people;
    await addUserRecord(access, actor, { userEmail: colleague });
    const own = await idOf(people, owner.email);
    await expect(removeUserRecord(access, actor, own)).rejects.toMatchObject({ code: "conflict" });
    await acceptInvitation(access, await latestToken(access, colleague), password);
    expect(await removeUserRecord(access, actor, own)).toMatchObject({ userEmail: owner.email });
  });

  test("succeeds for only one of two admins who remove each other at the same time", async () => {
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

  test("keeps one of three admins who give up their roles at the same time", async () => {
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

  test("is refused if an address would get a second role, also when the two spellings differ in case", async () => {
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
