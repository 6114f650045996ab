import { expect, test } from "vitest";
import { openSite } from "../support/servers/site.ts";
import { fillDisk } from "./full-disk.ts";
import { limitedPages } from "./limited-pages.ts";

test("a server with a full disk refuses writes with a message while reads work, and accepts writes when space is free again", async () => {
  const site = await openSite();
  const { acknowledged, refused, faults } = await fillDisk(
    site,
    limitedPages(site.services.database),
  );
  expect(faults).toEqual([]);
  expect(acknowledged).toBeGreaterThan(0);
  expect(refused).toBeGreaterThan(0);
  await site.close();
});
