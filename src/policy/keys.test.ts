import { expect, test } from "vitest";
import { type Actor, actorWithRole, type SignedInActor } from "./actor.ts";
import { isRoleWithin, requireMethodForKey, requirePerson, rolesWithin } from "./keys.ts";
import { may, mayInSomeRoom, requireRight } from "./rights.ts";
import { teamRoles } from "./roles.ts";

const person = { accountId: "ada", email: "ada@example.com", confirmedRecently: true } as const;
const withKey = (role: string | null, isReadOnly = false) =>
  actorWithRole(role, { ...person, key: { id: "key", name: "Export", isReadOnly } });

test("a key has at most the rights of its person", () => {
  expect(rolesWithin("Admin")).toEqual(teamRoles);
  expect(rolesWithin("Editor")).toEqual(["Editor", "Writer"]);
  expect(rolesWithin("Manager")).toEqual(["Manager", "Worker"]);
  expect(rolesWithin("Worker")).toEqual(["Worker"]);
  expect(rolesWithin(null)).toEqual([]);
  for (const role of teamRoles) {
    expect(isRoleWithin(null, role)).toBe(true);
    expect(isRoleWithin(role, null)).toBe(false);
    if (role !== "Admin") expect(isRoleWithin("Admin", role)).toBe(false);
  }
  expect(isRoleWithin("Somebody", "Admin")).toBe(false);
});

test("a key of an owner cannot redirect payments, or manage people and settings", () => {
  const owner = withKey("Admin");
  expect(may(owner, "refund payments")).toBe(true);
  for (const right of [
    "change where payments go",
    "update users",
    "delete accounts",
    "download personal data",
    "change settings",
    "see settings",
    "import content",
  ] as const) {
    expect([right, may(owner, right)]).toEqual([right, false]);
  }
});

test("a read-only key has no right to change anything, and can send no request that writes", () => {
  const reader = withKey("Admin", true);
  expect(may(reader, "see every order")).toBe(true);
  expect(may(reader, "update orders")).toBe(false);
  expect(may(reader, "place orders")).toBe(false);
  expect(mayInSomeRoom(reader, "see order rooms")).toBe(true);
  expect(mayInSomeRoom(reader, "write order messages")).toBe(false);
  expect(mayInSomeRoom(withKey("Worker", true), "show order passwords")).toBe(false);
  for (const method of ["POST", "PUT", "DELETE", "PATCH"]) {
    expect(() => requireMethodForKey(reader, method)).toThrow("can only read");
    requireMethodForKey(withKey("Admin"), method);
  }
  requireMethodForKey(reader, "GET");
});

test("a key never counts as a person or as confirmed", () => {
  for (const actor of [withKey("Admin"), withKey(null)]) {
    expect(() => requirePerson(actor)).toThrow("An API key cannot do this");
    expect(() => requireRight(actor, "create API keys")).toThrow("may not do this");
  }
  const signedIn: SignedInActor = { kind: "customer", ...person };
  expect(requirePerson(signedIn)).toBe(signedIn);
  requireRight(signedIn, "create API keys");
  const visitor: Actor = { kind: "visitor" };
  expect(() => requirePerson(visitor)).toThrow("Log in");
});

test("a change of an actor's role keeps the actor's key", () => {
  expect(actorWithRole("Worker", withKey("Admin", true))).toMatchObject({
    kind: "staff",
    key: { isReadOnly: true },
  });
});
