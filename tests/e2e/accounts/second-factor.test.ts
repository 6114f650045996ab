import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { expect, coldTest as test } from "../../support/browser/journey.ts";

// The site's admin gets a second factor, so no other test may share the site.
test.use({ furrowSettings: { LOG_LEVEL: "error" } });

async function enterPassword(page: Page, email: string, password: string) {
  await page.locator("[name=email]").fill(email);
  await page.locator("[name=password]").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

test("an admin switches on codes, logs in with a code and a backup code, and then with a passkey alone", async ({
  page,
  furrow,
}) => {
  const { adminEmail, adminPassword } = furrow;
  await page.goto("/login?from=/account/security");
  await enterPassword(page, adminEmail, adminPassword);
  await page.getByRole("link", { name: "Switch on codes" }).click();
  await page.getByLabel("Your password").fill(adminPassword);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("img", { name: "QR code" })).toBeVisible();
  const secret = (await page.locator("form code").innerText()).replaceAll(" ", "");
  const phone = new TOTP({ secret: Secret.fromBase32(secret) });

  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Switch on codes" }).click();
  await expect(page.getByText("This code is not right.")).toBeVisible();
  await page.getByLabel("Code").fill(phone.generate());
  await page.getByRole("button", { name: "Switch on codes" }).click();
  const codes = await page.getByRole("listitem").locator("code").allInnerTexts();
  expect(codes).toHaveLength(10);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download the codes" }).click();
  const file = await readFile(await (await downloading).path(), "utf8");
  expect(file).toBe(`${codes.join("\n")}\n`);

  await page.context().clearCookies();
  await page.goto("/login?from=/account/security");
  await enterPassword(page, adminEmail, adminPassword);
  await expect(page.getByRole("heading", { name: "Enter a code" })).toBeVisible();
  await page.reload();
  await page.getByRole("link", { name: "Use a backup code" }).click();
  await page.goBack();
  await page.goForward();
  await page.getByLabel("Backup code").fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(/\/account\/security$/);
  await expect(page.getByText("9 backup codes are left.")).toBeVisible();

  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable");
  await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.getByRole("link", { name: "Add a passkey" }).click();
  await page.getByLabel("Name").fill("My laptop");
  await page.getByLabel("Your password").fill("not the password");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("This is not your password.")).toBeVisible();
  await page.getByLabel("Your password").fill(adminPassword);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("cell", { name: "My laptop" })).toBeVisible();

  await page.context().clearCookies();
  await page.goto("/login?from=/account/security/passkeys");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL(/\/account\/security\/passkeys$/);
  await page.getByRole("link", { name: "Change" }).click();
  await page.getByLabel("Name").fill("Old laptop");
  await page.getByRole("button", { name: "Save the name" }).click();
  await expect(page.getByRole("cell", { name: "Old laptop" })).toBeVisible();
  await page.getByRole("link", { name: "Change" }).click();
  await page.getByLabel("Your password").fill(adminPassword);
  await page.getByRole("button", { name: "Remove the passkey" }).click();
  await expect(page.getByText("You have no passkeys yet.")).toBeVisible();
});
