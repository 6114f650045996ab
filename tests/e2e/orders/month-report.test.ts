import { writeFile } from "node:fs/promises";
import { test } from "@playwright/test";
import { strToU8, zipSync } from "fflate";
import { extractText } from "unpdf";
import { openCustomerOnPhone } from "../../support/browser/customer-on-phone.ts";
import { coldTest, expect } from "../../support/browser/journey.ts";
import { phone } from "../../support/browser/keyboard-and-phone.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";

coldTest(
  "the owner sends the month, the customer reads and shares it on a phone without JavaScript, and the link ends",
  async ({ page, browser, furrow }) => {
    const {
      context,
      page: customer,
      name,
      orderId,
    } = await openCustomerOnPhone(browser, furrow, { customerWebsite: "https://orchard.example" });
    const month = new Date().toISOString().slice(0, 7);
    await signInOnce(page, furrow);
    await openPanel(page, "/month-reports");
    await page.getByRole("link", { name }).click();
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
            "Datum;Klicks;Impressionen;CTR;Position\r\n2026-11-01;40;1.000;4 %;12,5",
          ),
        }),
      ),
    });
    await page.getByRole("button", { name: "Read the numbers" }).click();
    await page
      .getByRole("button", { name: "Use the numbers of Search Console, Nov 1, 2026" })
      .click();
    await expect(first.getByLabel("This month")).toHaveValue("40");
    await expect(
      page.getByRole("group", { name: "Number 3" }).getByLabel("This month"),
    ).toHaveValue("12.5");
    await expect(
      preview.getByText("Search Console, Nov 1, 2026, Pacific time").first(),
    ).toBeVisible();
    await expect(preview.getByText("plum trees")).toBeVisible();

    // A file of half a megabyte is read, and a file of more than 10 MB is not sent.
    // The browser opens a file by its path. Playwright would give the page a buffer as base64, which
    // takes longer than an action may take on a busy machine.
    const chooseTable = async (rows: number) => {
      const table = test.info().outputPath("pages.csv");
      await writeFile(table, `Address;Visits\n${"/a-long-address-of-a-page/;1\n".repeat(rows)}`);
      await page.locator('input[type="file"][name="file"]').setInputFiles(table);
    };
    const readNumbers = page.getByRole("button", { name: "Read the numbers" });
    const figures = page.getByRole("form", { name: "Numbers from a file" });
    await expect(figures.getByText(/are imported/)).toBeVisible();
    await chooseTable(400_000);
    await expect(page.getByText("pages.csv is larger than 10 MB.")).toBeVisible();
    await expect(readNumbers).toBeDisabled();
    await expect(figures.getByText(/are imported/)).toBeHidden();
    await chooseTable(20_000);
    await readNumbers.click();
    await expect(page.getByRole("region", { name: "The first 5 of 20,000 rows." })).toBeVisible();

    // The preview names the totals, the lines in front of the headings, and both months.
    await page.locator('input[type="file"][name="file"]').setInputFiles({
      name: "days.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(
        [
          "Report of the orchard",
          "",
          "Day;Clicks;Shown",
          "31.10.2026;36;400",
          "01.11.2026;100;3.000",
          "02.11.2026;13;200",
          "Gesamt;149;3.600",
        ].join("\r\n"),
      ),
    });
    await readNumbers.click();
    const total = page.getByRole("checkbox", { name: "Leave out row 7, which has no day" });
    await expect(total).toBeChecked();
    await expect(page.getByText("“Report of the orchard”")).toBeVisible();
    await expect(page.getByText("The days are in October 2026 and November 2026.")).toBeVisible();
    await page.getByLabel("Where do the numbers come from?").fill("Bing");
    await readNumbers.click();
    await expect(
      figures.getByText("The numbers for Nov 1 – 2, 2026 and Oct 31, 2026 are imported."),
    ).toBeVisible();
    // The text is not in a toast too.
    await expect(page.getByText(/are imported/)).toHaveCount(1);
    await expect(page.getByText("Bing, Nov 1 – 2, 2026: Clicks 113, Shown 3200")).toBeVisible();
    await expect(page.getByText("Bing, Oct 31, 2026: Clicks 36, Shown 400")).toBeVisible();

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
    await page.getByLabel("First day").fill("2026-11-01");
    await page.getByLabel("Last day").fill("2026-11-30");
    await page.getByRole("button", { name: "Read the numbers" }).click();
    await expect(figures.getByText("The numbers for Nov 1 – 30, 2026 are imported.")).toBeVisible();
    await page.getByLabel("Pages with the most clicks").selectOption("Matomo, Nov 1 – 30, 2026");
    await expect(preview.getByRole("cell", { name: "6.5" })).toBeVisible();
    await page.getByRole("button", { name: "Save the draft" }).click();
    await page.getByRole("button", { name: "Mark as reviewed" }).click();
    await expect(page.getByRole("button", { name: "Send to the customer" })).toBeVisible();
    // A slow machine may have closed the toast already.
    expect(await page.getByText("Report is Reviewed").count()).toBeLessThan(2);
    const path = `/my-order/${orderId}/months/${month}`;
    expect((await customer.goto(path))?.status()).toBe(404);
    await page.getByRole("button", { name: "Send to the customer" }).click();
    await expect(page.getByText(/^Sent on /)).toBeVisible();

    // The button in the email leads to this page.
    await customer.goto(`/my-order/${orderId}/months`);
    await expect(customer).toHaveURL(new RegExp(`${path}$`));
    await expect(customer.getByText("We wrote twelve titles.")).toBeVisible();
    const row = customer.getByRole("row", { name: /Clicks from Google Search/ });
    const source =
      "Search Console, Nov 1, 2026, Pacific time; listed searches: 25 of 40 clicks, rare ones are anonymised";
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
    expect(await customer.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const pdf = await context.request.get(`${path}/report.pdf`);
    expect(pdf.headers()["content-type"]).toBe("application/pdf");
    const { text } = await extractText(new Uint8Array(await pdf.body()), { mergePages: true });
    for (const part of ["We wrote twelve titles.", "plum trees", "/page-6/"]) {
      expect(text).toContain(part);
    }
    await customer.getByRole("button", { name: "Create a link" }).click();
    const link = customer.getByRole("link", { name: /\/report\// });
    const address = (await link.getAttribute("href")) ?? "";

    const visitor = await browser.newContext({ ...phone, javaScriptEnabled: false });
    const shared = await visitor.newPage();
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
    expect((await visitor.request.get(`${address}/report.pdf`)).status()).toBe(200);

    await customer.getByRole("button", { name: "Revoke this link" }).click();
    await expect(customer.getByText(/^The link created on .* was revoked\.$/)).toBeVisible();
    expect((await shared.goto(address))?.status()).toBe(404);
    await expect(shared.getByText("This link no longer works.")).toBeVisible();
    expect((await visitor.request.get(`${address}/report.pdf`)).status()).toBe(404);
    await visitor.close();
    await context.close();
  },
);
