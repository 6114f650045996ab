import { expect, test } from "vitest";
import { openSite } from "../support/site.ts";
import { fillDisk } from "./full-disk.ts";
import { limitedPages } from "./limited-pages.ts";

test("on a full disk writes are refused with a message and reads work; with free space writes work again", async () => {
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
