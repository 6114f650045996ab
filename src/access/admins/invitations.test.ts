import { expect, test } from "vitest";
import type { Actor } from "#policy/actor.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { verified } from "../../../tests/support/rights/access.ts";
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
} from "../../../tests/support/rights/people.ts";
import { resetPassword } from "../sessions/reset-password.ts";
import { requestPasswordReset, signIn, signUp } from "../sessions/sign-in.ts";
import { addUserRecord, listAdmins, removeUserRecord, sendInvitationAgain } from "./admins.ts";
import { acceptInvitation, readInvitation } from "./invitations.server.ts";

const day = 24 * 60 * 60 * 1000;

describeOnEachDatabase("An invitation", (openDatabase) => {
  test("works once, and creates a verified account with the person's password", async () => {
    const { access, actor } = await openPeople(openDatabase);
    await addUserRecord(access, actor, { userEmail: colleague });
    expect(await listAdmins(access, actor)).toMatchObject([
      { userEmail: owner.email, state: "active", isYou: true },
      { userEmail: colleague, state: "invited", isYou: false },
    ]);
    const token = await latestToken(access, colleague);
    // Opening the page does not use up the link, because email scanners open links, too.
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

  test("takes over an account that a stranger has registered with the address", async () => {
    const { access, actor } = await openPeople(openDatabase);
    const squatter = { email: colleague, password: "the squatter's password" };
    const { cookies } = await signUp(access, anyone, { ...squatter, name: "Eve" });
    await requestPasswordReset(access, anyone, colleague);
    const [resetLink = ""] = await access.mailedTokens(colleague.toLowerCase());
    expect(resetLink).not.toBe("");
    await addUserRecord(access, actor, { userEmail: colleague });
    expect((await access.visit(cookies).actor()).kind).toBe("customer");
    await acceptInvitation(access, await latestToken(access, colleague), password);
    expect((await access.visit(cookies).actor()).kind).toBe("visitor");
    await expect(resetPassword(access, anyone, resetLink, squatter.password)).rejects.toMatchObject(
      { code: "invalid" },
    );
    await expect(signIn(access, anyone, squatter)).rejects.toMatchObject({
      code: "unauthenticated",
    });
    expect(await actorOf(access, { email: colleague, password })).toMatchObject({ kind: "admin" });
  });

  test("sets one password when it is used several times at once", async () => {
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

  test("is invalid when it is forged, expired, replaced or withdrawn", async () => {
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

  test("to a verified account announces the role and contains no link to set a password", async () => {
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
    // The email about the removal is no longer waiting, so adding the person sends an email.
    access.time.ahead += 20_000;
    await addUserRecord(access, actor, { userEmail: colleague });
    expect(await access.mailedTokens(colleague)).toEqual(tokens);
    expect(await access.lettersTo(colleague)).toContain("madeAdmin");
    expect(await actorOf(access, { email: colleague, password })).toMatchObject({ kind: "admin" });
  });

  test("does not set the password of an account that was verified meanwhile", async () => {
    const { access, actor } = await openPeople(openDatabase);
    await addUserRecord(access, actor, { userEmail: colleague });
    const token = await latestToken(access, colleague);
    const { cookies } = await signUp(access, anyone, { email: colleague, password, name: "" });
    const visitor = await access.visit(cookies).actor();
    const { accountId } = visitor as Extract<Actor, { accountId: string }>;
    await verified(access, accountId);
    await expect(acceptInvitation(access, token, "another barley")).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await actorOf(access, { email: colleague, password })).toMatchObject({ kind: "admin" });
  });
});
