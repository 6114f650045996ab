import { expect, test } from "vitest";
import { openSite } from "../../tests/support/servers/site.ts";

test("the usual file of the icon leads to the icon of a look without the farm", async () => {
  const site = await openSite();
  // Left to the files of the build, which this server has not.
  expect((await site.raw("/favicon.svg")).status).toBe(404);
  const admin = await site.admin();
  const [record] = await (await admin.call("GET", "/api/look")).json();
  const values = { design: "Studio" };
  await admin.call("PUT", `/api/content/look/${record._id}/draft`, { values });
  await admin.call("POST", `/api/content/look/${record._id}/publish`, {});
  const answer = await site.raw("/favicon.svg", { redirect: "manual" });
  expect(answer.status).toBe(302);
  expect(answer.headers.get("cache-control")).toBe("no-cache");
  expect(answer.headers.get("location")).toMatch(/^\/icons\/site\.svg\?v=/);
  await site.close();
});
