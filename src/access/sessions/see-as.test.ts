import { expect, test } from "vitest";
import { actorWithRole, visitor } from "#policy/actor.ts";
import { seeAsCookie, withSeenRole } from "./see-as.ts";

const account = { accountId: "a1", email: "owner@example.com" };
const admin = actorWithRole("Admin", account);
const cookies = "furrow-session=x; furrow-see-as=Worker";

test("an admin who sees the panel as another role has only the rights of that role", () => {
  expect(withSeenRole(admin, cookies)).toEqual({ kind: "staff", role: "Worker", ...account });
  expect(withSeenRole(admin, "furrow-session=x")).toEqual(admin);
});

test.each(["Admin", "Gardener", "", "Worker2"])("the role %j in the cookie is ignored", (role) => {
  expect(withSeenRole(admin, `furrow-see-as=${role}`)).toEqual(admin);
});

test("the cookie gives a role to admins only", () => {
  for (const actor of [visitor, actorWithRole(null, account), actorWithRole("Writer", account)]) {
    expect(withSeenRole(actor, cookies)).toEqual(actor);
    expect(withSeenRole(actor, "furrow-see-as=Manager")).toEqual(actor);
  }
});

test("an admin's return to their own view deletes the cookie", () => {
  expect(seeAsCookie("Worker")).toBe("furrow-see-as=Worker; Path=/; HttpOnly; SameSite=Lax");
  expect(seeAsCookie(null)).toContain("Max-Age=0");
});
