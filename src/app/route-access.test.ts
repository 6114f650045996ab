import { expect, test } from "vitest";
import { screenRoles, staffRoles } from "../../tests/support/rights/role-table.ts";
import { pagePatterns } from "../../tests/support/screens/page-paths.ts";
import { contentScreenTable, pageTable } from "../../tests/support/screens/page-table.ts";
import { editScreens, listScreens } from "../content/model/screens.ts";
import { actorWithRole } from "../policy/actor.ts";
import { screenInstead } from "./admin/frame/shell/admin-guard.server.ts";
import { navigation } from "./admin/frame/shell/admin-navigation.ts";
import { accessOf, mayOpen } from "./route-access.server.ts";

const actorOf = (role: string) => actorWithRole(role, { accountId: "a", email: "a@example.com" });
const openedBy = (pattern: string) => staffRoles.filter((role) => mayOpen(actorOf(role), pattern));

test("every route has an access", () => {
  expect(pagePatterns.length).toBeGreaterThan(200);
  expect(pagePatterns.filter((pattern) => accessOf(pattern) === undefined)).toEqual([]);
});

test("a path that is the pattern of no route gives access to nothing", () => {
  for (const path of ["/ADMIN", "/admin/", "/outbox.data", "/nowhere", "constructor", ""]) {
    expect([path, mayOpen(actorOf("Admin"), path)]).toEqual([path, false]);
  }
});

test("routes that customers may not open need a right, and all others check by themselves", () => {
  for (const [pattern, cells] of Object.entries(pageTable)) {
    const isOpen = accessOf(pattern) === "everyone";
    expect([pattern, isOpen]).toEqual([pattern, cells.customer !== 403]);
  }
  expect(contentScreenTable.lists.customer).toBe(403);
});

test("every screen of the panel has a line in the table of roles", () => {
  const ofPanel = Object.entries(pageTable)
    .filter(([, cells]) => cells.customer === 403)
    .map(([path]) => path);
  expect(Object.keys(screenRoles).toSorted()).toEqual(ofPanel.toSorted());
});

test("each screen can be opened only by Admin and the roles of its line", () => {
  const opened = Object.keys(screenRoles).map((pattern) => [pattern, openedBy(pattern).toSorted()]);
  const expected = Object.entries(screenRoles).map(([path, roles]) => [path, roles.toSorted()]);
  expect(opened).toEqual(expected);
});

test("Writers and Editors can open every screen of content except the payment email", () => {
  const patterns = [
    ...listScreens.map(({ path }) => path),
    ...editScreens.map(({ path }) => `${path}/:recordId`),
  ];
  for (const pattern of patterns) {
    const isPayment = /paypal/i.test(pattern);
    expect([pattern, openedBy(pattern)]).toEqual([pattern, isPayment ? [] : ["Writer", "Editor"]]);
  }
});

test("blocks that share a screen of content share the right to change them", () => {
  const rightsOf = (blocks: readonly { readonly changeRight?: string }[]) =>
    new Set(blocks.map(({ changeRight }) => changeRight));
  const edited = Map.groupBy(editScreens, ({ path }) => path).values();
  const shared = [
    ...listScreens.map(({ blocks }) => blocks),
    ...[...edited].map((screens) => screens.map(({ block }) => block)),
  ];
  expect(shared.filter((blocks) => rightsOf(blocks).size !== 1)).toEqual([]);
});

test("every link of the navigation leads to a screen that Admin may open", () => {
  const admin = actorOf("Admin");
  expect(navigation.filter(({ path }) => !mayOpen(admin, path))).toEqual([]);
});

test.each([
  ["Worker", "/my-work"],
  ["Writer", "/admin/site"],
  ["Editor", "/admin/site"],
  ["Accountant", "/payments"],
])("the panel opens for the role %s at %s", (role, path) => {
  expect(screenInstead(actorOf(role), "/admin")).toBe(path);
});

test("a link to an order leads each role to the screen of the order that the role may see", () => {
  const pattern = "/admin/payment-status/:orderId";
  expect(screenInstead(actorOf("Worker"), pattern)).toBe("/my-work/:orderId");
  expect(screenInstead(actorOf("Accountant"), pattern)).toBe("/order-payments/:orderId");
  expect(screenInstead(actorOf("Writer"), pattern)).toBeUndefined();
  expect(screenInstead(actorOf("Worker"), "/people/:accountId")).toBeUndefined();
});
