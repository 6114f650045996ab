import { expect, test } from "vitest";
import { screenRoles } from "../../../../tests/support/rights/role-table.ts";
import { contentScreenTable, pageTable } from "../../../../tests/support/screens/page-table.ts";
import { editScreens, listScreens } from "../../../content/model/screens.ts";
import { actorWithRole } from "../../../policy/actor.ts";
import { teamRoles } from "../../../policy/roles.ts";
import { firstScreenOf, mayOpen, ownViewOf } from "./screen-rights.server.ts";

const actorOf = (role: string) => actorWithRole(role, { accountId: "a", email: "a@example.com" });
const roles = teamRoles.filter((role) => role !== "Admin");
const addressOf = (path: string) => path.replace(/:\w+/g, "1").replace("*", "nothing-there");
const openedBy = (path: string) => roles.filter((role) => mayOpen(actorOf(role), addressOf(path)));

test("every screen of the panel has a line in the table of roles", () => {
  const ofPanel = Object.entries(pageTable)
    .filter(([, cells]) => cells.customer === 403)
    .map(([path]) => path);
  expect(Object.keys(screenRoles).toSorted()).toEqual(ofPanel.toSorted());
  expect(contentScreenTable.lists.customer).toBe(403);
});

test.each(Object.entries(screenRoles))(
  "the screen %s can be opened only by Admin and the roles %j",
  (path, expected) => {
    expect(openedBy(path).toSorted()).toEqual(expected.toSorted());
  },
);

test("Writers and Editors can open every screen of content except the payment email", () => {
  const paths = [
    ...listScreens.map(({ path }) => path),
    ...editScreens.map(({ path }) => `${path}/1`),
  ];
  for (const path of paths) {
    const isPayment = /paypal/i.test(path);
    expect([path, openedBy(path)]).toEqual([path, isPayment ? [] : ["Writer", "Editor"]]);
  }
});

test.each([
  ["Admin", "/admin"],
  ["Manager", "/admin"],
  ["Worker", "/my-work"],
  ["Writer", "/admin/site"],
  ["Editor", "/admin/site"],
  ["Accountant", "/payments"],
])("the panel opens for the role %s at %s", (role, path) => {
  expect(firstScreenOf(actorOf(role))).toBe(path);
});

test("a link to an order leads each role to the screen of the order that the role may see", () => {
  const path = "/admin/payment-status/7";
  expect(ownViewOf(actorOf("Worker"), path)).toBe("/my-work/7");
  expect(ownViewOf(actorOf("Accountant"), path)).toBe("/order-payments/7");
  expect(ownViewOf(actorOf("Writer"), path)).toBeNull();
  expect(ownViewOf(actorOf("Worker"), "/people/7")).toBeNull();
});
