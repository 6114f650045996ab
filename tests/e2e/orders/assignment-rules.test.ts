import { expect, newPerson, coldTest as test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { adminOf, register } from "../../support/servers/web-client.ts";

test("the owner chooses by keyboard who gets new orders, and the chosen person finds the next paid order in My work", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/assignment-rules");
  const basic = page.getByRole("combobox", { name: "Basic" });
  await basic.focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option")).toContainText("0 open orders");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(page.getByLabel("Remove everybody from Basic")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your choices are saved")).toBeVisible();

  const { email, name } = newPerson();
  const customer = await register(furrow.url, email);
  const { _id } = await customer.call<{ _id: string }>("POST", "/new-order", {
    packageName: "Basic",
    customerName: name,
    customerAddress: "17 Orchard Passage",
    customerCountry: "Norway",
  });
  const admin = await adminOf(furrow);
  const date = new Date().toISOString().slice(0, 10);
  const payment = { amount: "149.00", date, reference: "Transfer" };
  await admin.call("POST", `/order/${_id}/payments`, payment, { "idempotency-key": _id });

  await openPanel(page, "/my-work");
  await expect(page.getByRole("link", { name: RegExp(name) })).toBeVisible();
  await openPanel(page, "/assignment-rules");
  await basic.focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("option")).toContainText("1 open order");
});
