import { readFile } from "node:fs/promises";
import { expect, test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { scaled } from "../../support/time-limits.ts";

// A separate site, because the test counts the backups.
test.use({ furrowSettings: { OWNER_EMAIL: "backups@furrow.example" } });

test("an owner backs up, tests the restore and downloads the file, and the audit log names the download", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/backups");
  const present = page.getByRole("region", { name: "Backups on this server" });
  await expect(present).toContainText("There is no backup on this server yet");
  await expect(present).toContainText("Last tested restore: none yet");
  await page.getByRole("button", { name: "Back up now" }).click();
  const row = present.getByRole("row").filter({ hasText: `By hand, by ${furrow.adminEmail}` });
  await expect(row).toBeVisible({ timeout: scaled(30_000) });
  await expect(row).toContainText("Not tested");

  await row.getByRole("button", { name: /^Test the backup of/ }).click();
  await expect(row).toContainText("Can be restored", { timeout: scaled(60_000) });
  await expect(present).toContainText(
    /Last tested restore: manual-[\dTZ-]+\.db\. Restored in a test on .*, with [\d,]+ records\./,
  );

  const downloaded = page.waitForEvent("download");
  await row.getByRole("button", { name: /^Download the backup of/ }).click();
  const download = await downloaded;
  expect(download.suggestedFilename()).toMatch(/^manual-[\dTZ-]+\.db$/);
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 15).toString()).toBe("SQLite format 3");

  await openPanel(page, "/audit-log");
  await expect(page.getByRole("row").filter({ hasText: "Download backup" })).toContainText(
    download.suggestedFilename(),
  );
});
