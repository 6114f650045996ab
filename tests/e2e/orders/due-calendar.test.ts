import { expect, test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";

test("a calendar program can read the calendar at the newest address, and not at the replaced address", async ({
  page,
  furrow,
  request,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/my-work");
  await page.getByRole("link", { name: "Due dates in your calendar" }).click();
  await expect(page.getByText("You have no calendar address yet.")).toBeVisible();
  await page.getByRole("button", { name: "Create a calendar address" }).click();
  const address = page.getByLabel("All open orders", { exact: true });
  await expect(address).toHaveValue(/\/calendar\/.+\.ics\?orders=all$/);
  const first = await address.inputValue();
  const read = await request.get(first);
  expect(read.headers()["content-type"]).toBe("text/calendar; charset=utf-8");
  expect(await read.text()).toMatch(/^BEGIN:VCALENDAR\r\n/);
  const headers = { "if-none-match": read.headers().etag ?? "" };
  expect((await request.get(first, { headers })).status()).toBe(304);
  await page.getByRole("button", { name: "Create a new address" }).click();
  await expect(address).not.toHaveValue(first);
  expect((await request.get(first)).status()).toBe(404);
  expect((await request.get(await address.inputValue())).status()).toBe(200);
  await page.getByRole("button", { name: "Switch off" }).click();
  await expect(page.getByText("You have no calendar address yet.")).toBeVisible();
});
