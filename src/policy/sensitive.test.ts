import { expect, test } from "vitest";
import { sensitiveUses } from "../../tests/support/rights/sensitive-table.ts";
import { readSourceFiles } from "../../tests/support/source-files.ts";
import { type Actor, actorWithRole, system } from "./actor.ts";
import {
  isConfirmed,
  may,
  mayInSomeRoom,
  type Right,
  type RoomRight,
  requireInOwnCompany,
  requireRight,
  requireRightInEveryRoom,
  requireRoomRight,
} from "./rights.ts";
import { isSensitive, type SensitiveRight } from "./sensitive.ts";

const person = { accountId: "ada", email: "ada@example.com" };
const old = actorWithRole("Admin", person);
const fresh = actorWithRole("Admin", { ...person, confirmedRecently: true });
const rights = Object.keys(sensitiveUses) as SensitiveRight[];
const ofRooms: readonly string[] = ["show order passwords", "use calendar addresses"];

function requireIt(actor: Actor, right: SensitiveRight): void {
  if (right === "people") requireInOwnCompany(actor, right);
  else if (ofRooms.includes(right)) {
    requireRoomRight(actor, right as RoomRight);
    requireRightInEveryRoom(actor, right as RoomRight);
  } else requireRight(actor, right as Right);
}

test.each(rights)(
  "the right “%s” needs a confirmation, and opens its screen without one",
  (right) => {
    expect(isSensitive(right)).toBe(true);
    expect(() => requireIt(old, right)).toThrow(
      expect.objectContaining({ code: "forbidden", extra: { confirmationRequired: true } }),
    );
    requireIt(fresh, right);
    if (right !== "people") {
      const isOpen = ofRooms.includes(right)
        ? mayInSomeRoom(old, right as RoomRight)
        : may(old, right as Right);
      expect(isOpen).toBe(true);
    }
    const key = { id: "key", name: "Export", isReadOnly: false };
    const withKey = actorWithRole("Admin", { ...person, confirmedRecently: true, key });
    expect(() => requireIt(withKey, right)).toThrow("This API key may not do this.");
    expect([isConfirmed(old), isConfirmed(fresh), isConfirmed(withKey)]).toEqual([
      false,
      true,
      false,
    ]);
  },
);

test("other rights need no confirmation, and the program itself never does", () => {
  requireRight(old, "refund payments");
  requireRoomRight(old, "see order rooms");
  requireInOwnCompany(old, "orders");
  requireRight(system, "change settings");
});

test("every sensitive right is required by an operation, and no operation only looks whether a person has one", () => {
  const operations = readSourceFiles("src", [".ts"]).filter(
    ({ path }) => !/\.test\.ts$|^src\/(app|policy)\//.test(path),
  );
  const requires = (right: string) =>
    operations.some(({ text }) => new RegExp(`require\\w+\\([^;]*"${right}"\\)`).test(text));
  // A block names the right to change its records in its declaration.
  const required = rights.filter(
    (right) => requires(right) || right === "change where payments go",
  );
  expect(required).toEqual(rights);
  const looks = operations.flatMap(({ path, text }) =>
    rights
      .filter((right) => new RegExp(`\\bmay\\w*\\(\\w+, "${right}"`).test(text))
      .map((right) => `${path}: ${right}`),
  );
  expect(looks).toEqual([
    // Revoking a key ends a credential.
    "src/access/api-keys/api-keys.ts: update users",
    // Revoking a link, too.
    "src/orders/links/order-access.ts: people",
  ]);
});
