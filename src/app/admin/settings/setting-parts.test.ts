import { expect, test } from "vitest";
import { settingNames } from "#settings/settings.ts";
import { type PartName, settingParts, settingsIn } from "./setting-parts.server.ts";

test("every setting but the mode of payments, which is switched, has a field in exactly one form", () => {
  const parts = Object.keys(settingParts) as PartName[];
  const named = [...parts.flatMap(settingsIn), "paymentMode"];
  expect(named.toSorted()).toEqual(settingNames.toSorted());
});
