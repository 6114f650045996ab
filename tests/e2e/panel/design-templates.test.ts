import { expect, test } from "../../support/browser/journey.ts";
import {
  choosePlan,
  goToProvider,
  orderPlan,
  payAs,
  registerSomebody,
} from "../../support/browser/purchase.ts";

test("a customer sees the free templates, and all templates once an order is paid", async ({
  page,
}) => {
  const person = await registerSomebody(page);
  await page.goto("/dashboard");
  const templates = page.getByRole("region", { name: "Templates for your posts" });
  await expect(templates.getByRole("listitem")).toHaveCount(3);
  await expect(templates).toContainText("3 more are included with every paid order.");

  await choosePlan(page, "Basic");
  await expect(page.getByRole("main").getByRole("link", { name: "Refund policy" })).toBeVisible();
  await orderPlan(page, person.name);
  await goToProvider(page);
  await payAs(page, "completed");
  await expect(async () => {
    await page.goto("/dashboard");
    await expect(templates.getByRole("listitem")).toHaveCount(6, { timeout: 500 });
  }).toPass();
  await expect(templates).not.toContainText("more are included");
});
