import { readFile } from "node:fs/promises";
import { strFromU8, unzipSync } from "fflate";
import { expect, coldTest as test } from "../../support/browser/journey.ts";
import { openPanel } from "../../support/browser/panel.ts";
import { placeOrder } from "../../support/browser/placed-order.ts";
import { signInWithoutForm } from "../../support/browser/purchase.ts";
import { staffClients } from "../../support/rights/staff-clients.ts";
import { adminOf } from "../../support/servers/web-client.ts";

/** The month before the present one, such as "2026-10". */
function lastMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15))
    .toISOString()
    .slice(0, 7);
}

test("an accountant uploads a statement, explains what is unknown, closes the month and takes the file, without seeing a room", async ({
  page,
  furrow,
}) => {
  const month = lastMonth();
  await staffClients(furrow);
  const { orderId } = await placeOrder(furrow);
  const payment = { amount: "149.00", date: `${month}-15`, reference: "Transfer" };
  const admin = await adminOf(furrow);
  await admin.call("POST", `/order/${orderId}/payments`, payment, { "idempotency-key": orderId });

  await signInWithoutForm(page, {
    email: "accountant@example.com",
    password: "hedgerow and barley",
  });
  expect((await page.request.get(`/my-work/${orderId}`)).status()).toBe(403);
  await openPanel(page, "/statements");
  const csv = [
    "Date,Time,TimeZone,Name,Type,Status,Currency,Gross,Fee,Net,To Email Address,Transaction ID,Balance Impact",
    `${month}-16,10:00:00,UTC,Zoë,General Payment,Completed,USD,25.00,-1.03,23.97,till@example.org,X1,Credit`,
  ].join("\r\n");
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Upload a statement" }).click(),
  ]);
  await chooser.setFiles({ name: "paypal.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await expect(page.getByText(/^This site knows none of the 1 payments and refunds/)).toBeVisible();
  await page.getByRole("checkbox", { name: "It is an account of this shop" }).check();
  await page.getByRole("button", { name: "Upload paypal.csv again" }).click();
  await expect(page.getByRole("heading", { name: "paypal.csv" })).toBeVisible();
  await expect(page.getByText("1 row needs an explanation.")).toBeVisible();

  await openPanel(page, `/months/${month}`);
  await expect(page.getByText("1 row has no explanation.")).toBeVisible();
  await page.getByRole("checkbox", { name: /^Choose General Payment/ }).check();
  await page.getByLabel("Explanation").fill("Sold at the market.");
  await page.getByRole("button", { name: "Explain this row" }).click();
  await page.getByRole("button", { name: /^Close / }).click();
  await expect(page.getByText(/^Closed on /)).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download the accountant’s file" }).click(),
  ]);
  const files = unzipSync(new Uint8Array(await readFile(await download.path())));
  const journal = strFromU8(files[`journal-${month}.csv`] ?? new Uint8Array());
  expect(journal).toContain("Sold at the market.");
  expect(journal).toContain("149.00");
  expect(Object.keys(files)).toContain(`month-${month}.pdf`);
});
