import { readFile } from "node:fs/promises";
import { Secret, TOTP } from "otpauth";
import { expect, coldTest as test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { registerSomebody } from "../../support/browser/purchase.ts";
import { confirmAddress } from "../../support/databases/site-database.ts";

test("a person switches on codes, logs in with a backup code, has the codes reset by an owner, and then uses a passkey alone", async ({
  page,
  browser,
  furrow,
}) => {
  const { email, password } = await registerSomebody(page);
  confirmAddress(furrow.dataDirectory, email);
  const logIn = async () => {
    await page.context().clearCookies();
    await page.goto("/login?from=/account/security");
    await page.locator("[name=email]").fill(email);
    await page.locator("[name=password]").fill(password);
    await page.getByRole("button", { name: "Log in" }).click();
  };
  await page.goto("/account/security/codes");
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("img", { name: "QR code" })).toBeVisible();
  const secret = (await page.locator("form code").innerText()).replaceAll(" ", "");
  const phone = new TOTP({ secret: Secret.fromBase32(secret) });
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Switch on codes" }).click();
  await expect(page.getByText("This code is not right.")).toBeVisible();
  await page.getByLabel("Code").fill(phone.generate());
  await page.getByRole("button", { name: "Switch on codes" }).click();
  const shown = page.getByRole("listitem").locator("code");
  await expect(shown).toHaveCount(10);
  const codes = await shown.allInnerTexts();
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download the codes" }).click();
  const file = await readFile(await (await downloading).path(), "utf8");
  expect(file).toBe(`${codes.join("\n")}\n`);

  await logIn();
  await expect(page.getByRole("heading", { name: "Enter a code" })).toBeVisible();
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  await page.getByRole("link", { name: "Use a backup code" }).click();
  await page.getByLabel("Backup code").fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL("/account/security");
  await expect(page.getByText("9 backup codes are left.")).toBeVisible();

  const owner = await browser.newPage({ baseURL: furrow.url });
  await signInOnce(owner, furrow);
  await openPanel(owner, `/people?search=${encodeURIComponent(email)}`);
  await owner.getByRole("link", { name: email, exact: true }).click();
  await owner.getByLabel("I have made sure that the request").check();
  await owner.getByRole("button", { name: "Reset second factor" }).click();
  await expect(owner.getByText("Second factor is Reset")).toBeVisible();
  await owner.close();
  await logIn();
  await expect(page).toHaveURL("/account/security");

  const devices = await page.context().newCDPSession(page);
  await devices.send("WebAuthn.enable");
  await devices.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto("/account/security/passkeys");
  await page.getByLabel("Name").fill("My laptop");
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("cell", { name: "My laptop" })).toBeVisible();
  await page.context().clearCookies();
  await page.goto("/login?from=/account/security/passkeys");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL("/account/security/passkeys");
  await page.getByRole("link", { name: "Change" }).click();
  await page.getByLabel("Your password").fill(password);
  await page.getByRole("button", { name: "Remove the passkey" }).click();
  await expect(page.getByText("You have no passkeys yet.")).toBeVisible();
});
