import { expect, test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { placePaidOrder } from "../../support/browser/placed-order.ts";

test("the owner chooses who gets new orders, and the chosen person finds the next paid order in My work", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/assignment-rules");
  const basic = page.getByRole("combobox", { name: "Basic" });
  await basic.focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option")).toContainText(/\d+ open orders?/);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  const nobody = page.getByLabel("Remove everybody from Basic");
  await expect(nobody).toBeVisible();
  const save = page.getByRole("button", { name: "Save" });
  await save.click();
  await expect(page.getByText("Your choices are saved")).toBeVisible();

  const { person } = await placePaidOrder(furrow);
  await openPanel(page, "/my-work");
  await expect(page.getByRole("link", { name: RegExp(person.name) })).toBeVisible();
  // Later tests of the site expect orders that are assigned to nobody.
  await openPanel(page, "/assignment-rules");
  await nobody.click();
  await save.click();
  await expect(page.getByText("Your choices are saved")).toBeVisible();
});
