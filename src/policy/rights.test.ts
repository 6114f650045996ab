import { describe, expect, test } from "vitest";
import { actorWithRole, isOnTeam, system, visitor } from "./actor.ts";
import {
  may,
  mayInEveryRoom,
  mayInRoom,
  type Right,
  type RoomRight,
  requireRight,
  requireRoomRight,
  rightsOf,
} from "./rights.ts";

const account = { accountId: "w1", email: "wim@example.com" };
const customer = actorWithRole(null, account);
const worker = actorWithRole("Worker", account);
const inRooms: readonly RoomRight[] = [
  "see order rooms",
  "write order messages",
  "write order notes",
  "handle briefs",
  "deliver orders",
  "show order passwords",
];
const aboutMoneyAndPeople: readonly Right[] = [
  "refund payments",
  "record payments",
  "decide about payments",
  "change where payments go",
  "change settings",
  "update users",
  "see every user",
  "delete accounts",
  "download personal data",
  "import content",
  "read the audit log",
];

describe("The role", () => {
  test.each(["Manager", "Worker", "Writer", "Editor", "Accountant"] as const)(
    "%s cannot move money, change settings or manage people",
    (role) => {
      const actor = actorWithRole(role, account);
      expect(aboutMoneyAndPeople.filter((right) => may(actor, right))).toEqual([]);
      expect(may(actor, "open the admin panel")).toBe(true);
      expect(isOnTeam(actor)).toBe(true);
    },
  );

  test("Worker gives the rooms of assigned orders, and no list of orders or customers", () => {
    for (const right of inRooms) {
      expect(mayInEveryRoom(worker, right)).toBe(false);
      expect(mayInRoom(worker, right, { assigneeId: "w1" })).toBe(true);
      expect(mayInRoom(worker, right, { assigneeId: "w2" })).toBe(false);
      expect(mayInRoom(worker, right, { assigneeId: null })).toBe(false);
    }
    for (const right of ["see every order", "see customers", "see mails"] as const) {
      expect(may(worker, right)).toBe(false);
    }
  });

  test.each([
    ["Writer", ["edit content"]],
    ["Editor", ["edit content", "publish content"]],
    [
      "Accountant",
      [
        "see every order",
        "see offers",
        "see coupons",
        "see the books",
        "keep the books",
        "see invoices",
      ],
    ],
  ] as const)("%s gives exactly the rights %j besides the panel", (role, rights) => {
    const { general, inEveryRoom, inAssignedRooms } = rightsOf(role);
    const ofScreens = [
      "open the admin panel",
      "choose own notifications",
      "read private content",
      "see the trash",
    ];
    expect(general.filter((right) => !ofScreens.includes(right))).toEqual(rights);
    expect([...inEveryRoom, ...inAssignedRooms]).toEqual([]);
    const actor = actorWithRole(role, account);
    for (const right of inRooms) expect(mayInRoom(actor, right, { assigneeId: "w1" })).toBe(false);
  });

  test("Admin gives every right, and an unknown role gives none", () => {
    const admin = actorWithRole("Admin", account);
    for (const right of aboutMoneyAndPeople) expect(may(admin, right)).toBe(true);
    for (const right of inRooms) {
      expect([mayInEveryRoom(admin, right), mayInEveryRoom(system, right)]).toEqual([true, true]);
    }
    expect(actorWithRole("Gardener", account)).toEqual(customer);
  });
});

test("a refusal asks visitors to log in, and tells everybody else that they have no right", () => {
  expect(() => requireRight(visitor, "see mails")).toThrow("Log in to do this.");
  expect(() => requireRoomRight(visitor, "deliver orders")).toThrow("Log in to do this.");
  for (const actor of [customer, actorWithRole("Writer", account)]) {
    expect(() => requireRight(actor, "see mails")).toThrow("You don't have any permission");
    expect(() => requireRoomRight(actor, "deliver orders")).toThrow(
      "You don't have any permission",
    );
  }
  expect(() => requireRoomRight(worker, "deliver orders")).not.toThrow();
});
