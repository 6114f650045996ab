import { strToU8, zipSync } from "fflate";
import { extractText } from "unpdf";
import { expect, test } from "../../support/browser/journey.ts";
import { openBrowser } from "../../support/browser/keyboard-and-phone.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { placePaidOrder } from "../../support/browser/placed-order.ts";
import { signInWithoutForm } from "../../support/browser/purchase.ts";

test("the owner sends the month, the customer reads and shares it on a phone without JavaScript, and the link ends", async ({
  page,
  browser,
  furrow,
}) => {
  const { person, orderId, room } = await placePaidOrder(furrow, {
    website: "https://orchard.example",
  });
  const device = { isPhone: true, javaScriptEnabled: false };
  const customer = await openBrowser(browser, furrow, device);
  await signInWithoutForm(customer, person);
  const month = new Date().toISOString().slice(0, 7);
  const lastDay = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0));
  const days = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });
  const firstOfMonth = days.format(new Date(`${month}-01`));
  const wholeMonth = firstOfMonth.replace(",", ` – ${lastDay.getUTCDate()},`);
  await signInOnce(page, furrow);
  await openPanel(page, "/month-reports");
  await page.getByRole("link", { name: person.name }).click();
  await expect(page).toHaveURL(new RegExp(`/month-reports/${orderId}/${month}$`));
  await page.getByLabel("What we did").fill("We wrote twelve titles.");
  await page.getByLabel("What comes next").fill("The local listing.");
  const first = page.getByRole("group", { name: "Number 1" });
  await first.getByLabel("Name", { exact: true }).fill("Clicks from Google Search");
  await first.getByLabel("This month").fill("1,240");
  await first.getByLabel("Earlier").fill("980");
  await page.getByRole("button", { name: "Save the draft" }).click();
  await expect(first.getByText("“1,240” can be 1240 or 1.24.")).toBeVisible();
  await first.getByLabel("This month").fill("1240");
  const isTyped = Promise.withResolvers<void>();
  await page.route(
    "**/month-reports/**",
    async (route) => {
      await isTyped.promise;
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByRole("button", { name: "Save the draft" }).click();
  // What is typed while the draft is being saved stays.
  await page.getByLabel("What comes next").fill("The local listing, and pears.");
  const saved = page.waitForResponse((answer) => answer.request().method() === "POST");
  isTyped.resolve();
  await saved;
  await expect(page.getByRole("button", { name: "Discard" })).toBeVisible();
  await expect(page.getByLabel("What comes next")).toHaveValue("The local listing, and pears.");
  await page.getByRole("button", { name: "Save the draft" }).click();
  await expect(page.getByText("“Clicks from Google Search” has no source.")).toBeVisible();
  const preview = page.frameLocator('iframe[title="Preview of the page"]');
  await expect(preview.getByText("+260 compared with the earlier value")).toBeVisible();
  await first.getByLabel("Source").fill("Search Console");
  await page.locator('input[type="file"][name="file"]').setInputFiles({
    name: "export.zip",
    mimeType: "application/zip",
    buffer: Buffer.from(
      zipSync({
        "Suchanfragen.csv": strToU8(
          "Suchanfrage;Klicks;Impressionen;CTR;Position\r\nplum trees;25;300;8,3 %;7,5",
        ),
        "Diagramm.csv": strToU8(
          `Datum;Klicks;Impressionen;CTR;Position\r\n${month}-01;40;1.000;4 %;12,5`,
        ),
      }),
    ),
  });
  await page.getByRole("button", { name: "Read the numbers" }).click();
  await page
    .getByRole("button", { name: `Use the numbers of Search Console, ${firstOfMonth}` })
    .click();
  await expect(first.getByLabel("This month")).toHaveValue("40");
  await expect(page.getByRole("group", { name: "Number 3" }).getByLabel("This month")).toHaveValue(
    "12.5",
  );
  await expect(
    preview.getByText(`Search Console, ${firstOfMonth}, Pacific time`).first(),
  ).toBeVisible();
  await expect(preview.getByText("plum trees")).toBeVisible();

  const searches = page.getByRole("form", { name: "Tracked searches" });
  await searches.getByLabel("Add searches, one a line").fill("quince jelly\nmedlar");
  await searches.getByRole("button", { name: "Add to the list" }).click();
  await searches.getByLabel("Position of quince jelly").fill("> 100");
  await searches.getByRole("button", { name: "Save the searches" }).click();
  await expect(page.getByText("Searches are Saved")).toBeVisible();

  // The owner uploads another file, and says what its columns contain.
  const seven = Array.from({ length: 7 }, (_, nth) => `/page-${nth}/;${nth};${nth},5`);
  await page.locator('input[type="file"][name="file"]').setInputFiles({
    name: "pages.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(["Address;Visits;Rank", ...seven].join("\n")),
  });
  await page.getByRole("button", { name: "Read the numbers" }).click();
  const columns = page.getByRole("region", { name: "The first 5 of 7 rows." });
  await expect(columns.getByRole("row")).toHaveCount(6);
  await columns.getByLabel("Address").selectOption("Page");
  await columns.getByLabel("Visits").selectOption("Clicks");
  await page.getByLabel("Where do the numbers come from?").fill("Matomo");
  await page.getByRole("button", { name: "Read the numbers" }).click();
  await expect(
    page.getByText("No column is the day, so write the first and the last day."),
  ).toBeVisible();
  await expect(columns.getByLabel("Address")).toHaveValue("page");
  await page.getByLabel("First day").fill(`${month}-01`);
  await page.getByLabel("Last day").fill(lastDay.toISOString().slice(0, 10));
  await page.getByRole("button", { name: "Read the numbers" }).click();
  await expect(page.getByText(`The numbers for ${wholeMonth} are imported.`)).toBeVisible();
  await page.getByLabel("Pages with the most clicks").selectOption(`Matomo, ${wholeMonth}`);
  await expect(preview.getByRole("cell", { name: "6.5" })).toBeVisible();
  await page.getByRole("button", { name: "Save the draft" }).click();
  await page.getByRole("button", { name: "Mark as reviewed" }).click();
  await expect(page.getByRole("button", { name: "Send to the customer" })).toBeVisible();
  const path = `${room}/months/${month}`;
  expect((await customer.goto(path))?.status()).toBe(404);
  await page.getByRole("button", { name: "Send to the customer" }).click();
  await expect(page.getByText(/^Sent on /)).toBeVisible();

  // The button in the email leads to this page.
  await customer.goto(`${room}/months`);
  await expect(customer).toHaveURL(new RegExp(`${path}$`));
  await expect(customer.getByText("We wrote twelve titles.")).toBeVisible();
  const row = customer.getByRole("row", { name: /Clicks from Google Search/ });
  const source = `Search Console, ${firstOfMonth}, Pacific time; listed searches: 25 of 40 clicks, rare ones are anonymised`;
  for (const cell of ["40", "–", source]) {
    await expect(row.getByText(cell, { exact: true }).first()).toBeVisible();
  }
  await expect(customer.getByRole("heading", { name: "The search with clicks" })).toBeVisible();
  await expect(
    customer.getByText(/All listed searches together have 25 of the 40 clicks/),
  ).toBeVisible();
  const pages = customer.getByRole("table", { name: "The seven pages with the most clicks" });
  await expect(pages.getByRole("row", { name: /page-6/ }).getByRole("cell")).toHaveText([
    "6",
    "6.5",
  ]);
  const positions = customer.getByRole("table", { name: "Your searches" });
  await expect(positions.getByText("not in the first 100")).toBeVisible();
  await expect(positions.getByText("not measured")).toBeVisible();
  expect(await customer.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  const pdf = await customer.request.get(`${path}/report.pdf`);
  expect(pdf.headers()["content-type"]).toBe("application/pdf");
  const { text } = await extractText(new Uint8Array(await pdf.body()), { mergePages: true });
  for (const part of ["We wrote twelve titles.", "plum trees", "/page-6/"]) {
    expect(text).toContain(part);
  }
  await customer.getByRole("button", { name: "Create a link" }).click();
  const link = customer.getByRole("link", { name: /\/report\// });
  const address = (await link.getAttribute("href")) ?? "";

  const shared = await openBrowser(browser, furrow, device);
  const answer = await shared.goto(address);
  expect(answer?.headers()).toMatchObject({
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
    "cache-control": "private, no-store",
  });
  await expect(shared.getByText("We wrote twelve titles.")).toBeVisible();
  await expect(shared.getByText("own@")).toHaveCount(0);
  await expect(shared.getByText("plum trees")).toBeVisible();
  await expect(shared.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  expect((await shared.request.get(`${address}/report.pdf`)).status()).toBe(200);

  await customer.getByRole("button", { name: "Revoke this link" }).click();
  await expect(customer.getByText(/^The link created on .* was revoked\.$/)).toBeVisible();
  expect((await shared.goto(address))?.status()).toBe(404);
  await expect(shared.getByText("This link no longer works.")).toBeVisible();
  expect((await shared.request.get(`${address}/report.pdf`)).status()).toBe(404);
});
