import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { expect, newPerson, coldTest as test } from "../../support/browser/journey.ts";
import { handsOf, openBrowser, ways } from "../../support/browser/keyboard-and-phone.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { mailedLink } from "../../support/mail/mailed-link.ts";
import { adminOf } from "../../support/servers/web-client.ts";

test.use({
  furrowSettings: ({ mailServer }, use) =>
    use({ SMTP_URL: mailServer.url, MAIL_FROM: "site@example.com" }),
});

const program = fileURLToPath(new URL("../../../src/commands/furrow.ts", import.meta.url));

for (const { way, isPhone } of ways) {
  test(`an owner who loses the phone gets back in by a backup code, by another owner and by a command, ${way}`, async ({
    browser,
    furrow,
    mailServer,
  }) => {
    const { press, write } = handsOf(isPhone);
    const { email, password } = newPerson();
    const admin = await adminOf(furrow);
    await admin.call("POST", "/add-user", { userEmail: email, userRole: "Admin" });
    const pia = await openBrowser(browser, furrow, { isPhone });
    await pia.goto(await mailedLink(mailServer, email, "/invitation"));
    await write(pia.getByLabel("Password"), password);
    await press(pia.getByRole("button", { name: "Set the password" }));
    await expect(pia).toHaveURL("/admin");

    /** Returns the backup codes, and the authenticator app of the phone. */
    async function switchOnCodes() {
      await pia.goto("/account/security");
      await press(pia.getByRole("link", { name: "Switch on codes" }));
      await write(pia.getByLabel("Your password"), password);
      await press(pia.getByRole("button", { name: "Continue" }));
      const secret = (await pia.locator("form code").innerText()).replaceAll(" ", "");
      const phone = new TOTP({ secret: Secret.fromBase32(secret) });
      await write(pia.getByLabel("Code"), phone.generate());
      await press(pia.getByRole("button", { name: "Switch on codes" }));
      const heading = pia.getByRole("heading", { level: 1 });
      await expect(heading).toHaveText("Your backup codes");
      const codes = await pia.getByRole("listitem").locator("code").allInnerTexts();
      await press(pia.getByRole("link", { name: "I have saved them" }));
      await expect(heading).toHaveText("Security");
      return { codes, phone };
    }
    async function logIn(page: Page) {
      await page.context().clearCookies();
      await page.goto("/login?from=/account/security");
      await write(page.getByLabel("Email"), email);
      await write(page.getByLabel("Password"), password);
      await press(page.getByRole("button", { name: "Log in" }));
    }

    // The phone is lost, the backup codes are at hand: a new phone replaces the lost one.
    const { codes, phone: lostPhone } = await switchOnCodes();
    await logIn(pia);
    await expect(pia.getByLabel("Code", { exact: true })).toBeFocused();
    await press(pia.getByRole("link", { name: "Use a backup code" }));
    await expect(pia.getByLabel("Backup code")).toBeFocused();
    await write(pia.getByLabel("Backup code"), codes[3] ?? "");
    await press(pia.getByRole("button", { name: "Log in" }));
    await press(pia.getByRole("link", { name: "Change codes" }));
    await write(pia.locator("#password-off"), password);
    await press(pia.getByRole("button", { name: "Switch off codes" }));
    await expect(pia.getByText("Codes are switched off.")).toBeVisible();
    const { phone: newPhone } = await switchOnCodes();
    await logIn(pia);
    // Uses codes of the next 30 seconds, because each code is valid once and the present code has
    // been used to switch the codes on.
    const inHalfAMinute = { timestamp: Date.now() + 30_000 };
    const oldCode = lostPhone.generate(inHalfAMinute);
    await write(pia.getByLabel("Code", { exact: true }), oldCode);
    await press(pia.getByRole("button", { name: "Log in" }));
    await expect(pia.getByText("This code is not right.")).toBeVisible();
    const newCode = newPhone.generate(inHalfAMinute);
    await write(pia.getByLabel("Code", { exact: true }), newCode);
    await press(pia.getByRole("button", { name: "Log in" }));
    await expect(pia).toHaveURL("/account/security");

    // The new phone is lost with its backup codes: another owner resets the second factor.
    const owner = await openBrowser(browser, furrow, { isPhone });
    await signInOnce(owner, furrow);
    await openPanel(owner, "/add-user");
    await press(owner.getByRole("link", { name: email, exact: true }));
    await expect(owner).toHaveURL(/\/people\/[^?]+$/);
    await press(owner.getByLabel("I have made sure that the request"), "Space");
    await press(owner.getByRole("button", { name: "Reset second factor" }));
    await expect(owner.getByText("Second factor is Reset")).toBeVisible();
    await pia.goto("/account/security");
    await expect(pia).toHaveURL(/\/login\?from=/);
    await logIn(pia);
    await expect(pia).toHaveURL("/account/security");

    // Without another owner, the operator of the machine resets the second factor while the site
    // runs.
    await switchOnCodes();
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [program, "reset-second-factor", email],
      { env: { PATH: process.env.PATH, DATA_DIR: furrow.dataDirectory } },
    );
    expect(stdout).toContain(`The second factor of ${email} is reset`);
    await logIn(pia);
    await expect(pia).toHaveURL("/account/security");
    await expect(pia.getByRole("link", { name: "Switch on codes" })).toBeVisible();
  });
}
