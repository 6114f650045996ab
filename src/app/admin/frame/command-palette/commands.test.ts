import { expect, test } from "vitest";
import { navigation } from "../shell/admin-navigation.ts";
import { commandsWithout } from "./commands.ts";
import { paletteResults } from "./search-results.ts";

const orders = { label: "Search orders for …" };

test.each([
  ["invite", "Invite a person to the team"],
  ["dark", "Dark colors"],
  ["light", "Light colors"],
  ["sign out", "Sign out"],
  ["logout", "Sign out"],
  ["back up", "Back up now"],
  ["password", "Change your password"],
])("the words %j find the command %j first", (typed, label) => {
  const ways = [...navigation, ...commandsWithout([])];
  const [first] = paletteResults(typed, { ways, hits: [], orders, areAllThere: true });
  expect(first?.label).toBe(label);
});

test("a person who may not open the team or the backups has no commands for them", () => {
  const labels = commandsWithout(["/add-user", "/backups"]).map(({ label }) => label);
  expect(labels).not.toContain("Invite a person to the team");
  expect(labels).not.toContain("Back up now");
  expect(labels).toContain("Sign out");
});
