import { expect, test } from "vitest";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import {
  goodPassword,
  headersFrom,
  openAccess,
  registered,
  registeredAdmin,
} from "../../../tests/support/rights/access.ts";
import { join, latestToken, openPeople } from "../../../tests/support/rights/people.ts";
import { addUserRecord } from "../admins/admins.ts";
import { acceptInvitation } from "../admins/invitations.server.ts";
import { changePassword } from "./change-password.ts";
import { resetPassword } from "./reset-password.ts";
import { requestPasswordReset } from "./sign-in.ts";

const nine = "barley789";
const ten = "barley7890";
const tooShort = { code: "invalid", message: "Minimum 10 Characters" };
const anyone = headersFrom("203.0.113.7");

describeStore("A new password of somebody on the team", (openDatabase) => {
  test("has at least ten characters when it is changed or reset; a customer's may be shorter", async () => {
    const access = await openAccess(await openDatabase());
    const owner = await registeredAdmin(access, "owner@example.com");
    const change = (newPassword: string, person = owner) =>
      changePassword(access, person.actor, person.headers, {
        currentPassword: goodPassword,
        newPassword,
      });
    await expect(change(nine)).rejects.toMatchObject(tooShort);
    await requestPasswordReset(access, anyone, "owner@example.com");
    const token = (await access.mailedTokens("owner@example.com")).at(-1) ?? "";
    await expect(resetPassword(access, anyone, token, nine)).rejects.toMatchObject(tooShort);
    await resetPassword(access, anyone, token, ten);
    const ada = await registered(access, "ada@example.com");
    await change(nine, ada as typeof owner);
  });

  test("has at least ten characters when an invitation is accepted", async () => {
    const people = await openPeople(openDatabase);
    const { access, actor } = people;
    await addUserRecord(access, actor, { userEmail: "eve@example.com", userRole: "Writer" });
    const token = await latestToken(access, "eve@example.com");
    await expect(acceptInvitation(access, token, nine)).rejects.toMatchObject(tooShort);
    await acceptInvitation(access, token, ten);
    expect(await join(people, "ben@example.com")).toMatchObject({ kind: "admin" });
  });
});
