import { expect, test } from "vitest";
import { settingNames } from "#settings/settings.ts";
import { type PartName, settingParts, settingsIn } from "./setting-parts.server.ts";

test("every setting has a field in exactly one form", () => {
  const parts = Object.keys(settingParts) as PartName[];
  expect(parts.flatMap(settingsIn).toSorted()).toEqual(settingNames.toSorted());
});
