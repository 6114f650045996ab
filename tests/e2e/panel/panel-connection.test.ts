import { blocks } from "#content/model/blocks.ts";
import { coldTest, expect, test } from "../../support/browser/journey.ts";
import {
  notices,
  openPanel,
  openRecord,
  renderLate,
  signInOnce,
} from "../../support/browser/panel.ts";

const { experience } = blocks;
const noConnection = "You are offline.";
const broken = "Something broke on our side";

test("a form keeps its text when the connection is lost, and says that the admin is offline", async ({
  page,
  context,
  furrow,
}) => {
  await signInOnce(page, furrow);
  const { form } = await openRecord(page, experience);
  await form.getByRole("textbox", { name: "Details", exact: true }).fill("Typed on a train");
  await expect(page.locator(".mantine-Notifications-root").first()).toBeAttached();
  await context.setOffline(true);
  await form.getByRole("button", { name: "Publish" }).click();
  await expect(notices(page).getByText(noConnection)).toBeVisible();
  await expect(form.getByText(noConnection)).toBeVisible();
  const refusedAgain = page.waitForEvent("requestfailed");
  await form.getByRole("button", { name: "Publish" }).click();
  await refusedAgain;
  await expect(form.locator("[data-loading]")).toHaveCount(0);
  await expect(form.getByText(noConnection)).toBeVisible();
  await expect(notices(page)).toHaveCount(1);
  await expect(page.getByText(broken)).toHaveCount(0);
  await context.setOffline(false);
  // Types another text, because the form drops a request that equals the one in flight.
  await form.getByRole("textbox", { name: "Details", exact: true }).fill("Typed at the station");
  await form.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Experience Section is Updated")).toBeVisible();
  await expect(notices(page)).toHaveCount(1);
  await expect(page.getByText(noConnection)).toHaveCount(0);
});

coldTest(
  "a form keeps its text when neither its request nor the module for toasts gets through",
  async ({ page, furrow }) => {
    await signInOnce(page, furrow);
    await page.route(/notice-corner|\/admin\/content/, (route) => route.abort());
    const { form } = await openRecord(page, experience);
    const details = form.getByRole("textbox", { name: "Details", exact: true });
    await details.fill("Typed where little arrives");
    await form.getByRole("button", { name: "Publish" }).click();
    await expect(form.getByText("The site did not answer.")).toBeVisible();
    await expect(details).toHaveValue("Typed where little arrives");
    await page.unroute(/notice-corner|\/admin\/content/);
    await form.getByRole("button", { name: "Publish" }).click();
    await expect(page.getByText("Experience Section is Updated")).toBeVisible();
  },
);

test("a screen that fails to load offline is not reported as a server error", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/all-messages");
  await page.route("**/*.data*", (route) => route.abort());
  await page.getByRole("link", { name: /^Payments/ }).click();
  await expect(page.getByRole("heading", { name: "This could not be shown" })).toBeFocused();
  await expect(page.getByText(/500|logged the error/)).toHaveCount(0);
  await page.unroute("**/*.data*");
  // Delays rendering, so that the data arrives before React has rendered the loading state.
  await renderLate(page);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Payments", level: 1 })).toBeVisible();
});
