import type { Page } from "@playwright/test";
import { expect, coldTest as test } from "../../support/browser/journey.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { orderAsSomebody, orderIdHere } from "../../support/browser/purchase.ts";
import { type MailServer, openMailServer } from "../../support/mail/mail-server.ts";
import { scaled } from "../../support/time-limits.ts";

const login = { user: "shop@furrow.example", password: "hedgerow-4711" };

const section = (page: Page, name: string) => page.getByRole("region", { name });

test.describe("without settings in the environment", () => {
  // A separate site, because the site must start without a mail server.
  test.use({ furrowSettings: { SANDBOX_PROTOCOL: "standard" } });

  let server: MailServer;
  test.beforeAll(async () => {
    server = await openMailServer(0, { login });
  });
  test.afterAll(() => server.close());

  test("the owner sets and tests the mail server in the panel, and an order's emails arrive", async ({
    page,
    browser,
    furrow,
  }) => {
    const customer = await browser.newPage({ baseURL: furrow.url });
    const { email } = await orderAsSomebody(customer, "Standard");
    await signInOnce(page, furrow);
    await openPanel(page, "/admin");
    // The order's emails wait for a mail server, so Today links to its settings.
    await page.getByRole("link", { name: /^Set up the mail server/ }).click();
    await expect(page).toHaveURL("/admin/settings");

    const mail = section(page, "Mail server");
    await mail.getByLabel("Host").fill("127.0.0.1");
    await mail
      .getByLabel("Encryption")
      .selectOption("None (only for a mail server on the site's own server)");
    await expect(mail.getByLabel("Port")).toHaveValue("25");
    await mail.getByLabel("Port").fill(String(server.port));
    await mail.getByLabel("User name").fill(login.user);
    await mail.getByLabel("Password").fill("a wrong password");
    await mail.getByLabel("Sender").fill("Shop <shop@furrow.example>");
    const test = mail.getByRole("button", { name: "Send a test email" });
    await test.click();
    const result = mail.getByRole("status");
    await expect(result).toContainText(
      "The mail server rejected the user name or the password: 535",
    );
    await expect(result).not.toContainText("a wrong password");

    // Types only the password again, because the other fields keep their typed values.
    await mail.getByLabel("Password").fill(login.password);
    await test.click();
    await expect(result).toContainText("The mail server accepted the test email");
    expect(server.deliveries.map(({ recipients }) => recipients)).toEqual([[furrow.adminEmail]]);
    await mail.getByRole("button", { name: "Save mail server" }).click();
    await expect(page.getByText("Mail server is saved")).toBeVisible();
    await expect(mail.getByLabel("Password")).toHaveValue("");
    await expect(
      mail.getByText("A password is saved and never shown. Leave this field empty to keep it."),
    ).toBeVisible();

    const owner = section(page, "Owner's email address");
    await owner.getByLabel("Owner's email address").fill("nobody");
    await owner.getByRole("button", { name: "Save email address" }).click();
    await expect(owner.getByText("Enter an email address such as you@example.com.")).toBeVisible();
    await expect(owner.getByLabel("Owner's email address")).toBeFocused();
    await owner.getByLabel("Owner's email address").fill("owner@furrow.example");
    await owner.getByRole("button", { name: "Save email address" }).click();
    await expect(page.getByText("Owner's email address is saved")).toBeVisible();

    await orderAsSomebody(customer, "Basic");
    const recipients = () => server.deliveries.flatMap(({ recipients }) => recipients);
    await expect
      .poll(recipients, { timeout: scaled(15_000) })
      .toEqual(expect.arrayContaining([email, "owner@furrow.example"]));
    await customer.close();

    const answered = await page.request.get("/api/settings");
    expect(await answered.text()).not.toContain(login.password);
    expect(furrow.output()).not.toContain(login.password);
    await openPanel(page, "/audit-log");
    await expect(page.getByText("Change setting").first()).toBeVisible();
    await expect(page.getByText(login.password)).toHaveCount(0);
  });

  test("the owner names the mail server that checks senders of replies", async ({
    page,
    furrow,
  }) => {
    await signInOnce(page, furrow);
    await openPanel(page, "/admin/settings");
    const replies = section(page, "Replies by email");
    await expect(replies).toContainText("Customers cannot answer emails about their orders yet.");
    const field = replies.getByLabel("Mail server that checks senders");
    await field.fill("mx.example.org; dmarc=pass");
    await replies.getByRole("button", { name: "Save name" }).click();
    await expect(replies.getByText("Enter the name of one mail server")).toBeVisible();
    await field.fill("mx.example.org");
    await replies.getByRole("button", { name: "Save name" }).click();
    await expect(page.getByText("Name of the mail server is saved")).toBeVisible();
    await page.reload();
    await expect(field).toHaveValue("mx.example.org");
  });

  test("the owner finds a time zone by its city, and dates and charts use it at once", async ({
    page,
    browser,
    furrow,
  }) => {
    const customer = await browser.newPage({ baseURL: furrow.url });
    await orderAsSomebody(customer, "Basic");
    const order = `/api/order/${await orderIdHere(customer)}`;
    await signInOnce(page, furrow);
    const orderDate = async () => (await (await page.request.get(order)).json()).orderDate;
    const zone = section(page, "Time zone");
    const field = zone.getByRole("combobox");
    const choose = async (typed: string) => {
      await field.click();
      await page.keyboard.press("Control+A");
      await page.keyboard.type(typed);
      await expect(page.getByRole("listbox").getByRole("option")).toHaveCount(1);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("listbox")).toHaveCount(0);
      await zone.getByRole("button", { name: "Save time zone" }).click();
      await expect(page.getByText("Time zone is saved")).toBeVisible();
    };
    await openPanel(page, "/admin/settings");
    await expect(field).toHaveValue("UTC");
    // The two zones are 25 hours apart, so their dates always differ.
    await choose("pago p");
    await expect(field).toHaveValue("Pacific/Pago Pago");
    const inPagoPago = await orderDate();
    await page.reload();
    await page.locator("html[data-hydrated]").waitFor();
    await expect(field).toHaveValue("Pacific/Pago Pago");
    await choose("Kirítimati");
    expect(await orderDate()).not.toBe(inPagoPago);
    await expect(async () => {
      await openPanel(page, "/admin");
      const zoneOfDays = page.getByText(
        "by the day of the order in the time zone Pacific/Kiritimati",
      );
      await expect(zoneOfDays).toBeVisible({ timeout: 500 });
      await expect(page.getByText("still being moved to the right day")).toHaveCount(0);
    }).toPass({ timeout: scaled(20_000) });
    await customer.close();
  });

  test("backups begin as soon as the owner chooses an interval", async ({ page, furrow }) => {
    await signInOnce(page, furrow);
    await openPanel(page, "/admin");
    await page.getByRole("link", { name: /^Set up backups/ }).click();
    await expect(page).toHaveURL("/backups");
    const backups = section(page, "Schedule");
    await backups.getByLabel("How often").selectOption("Every day");
    await backups.getByLabel("Backups to keep").fill("3");
    await backups.getByRole("button", { name: "Save backup settings" }).click();
    await expect(page.getByText("Backup settings are saved")).toBeVisible();
    await expect(async () => {
      await openPanel(page, "/status");
      await expect(page.getByRole("row", { name: /^Last backup .* ago/ })).toBeVisible({
        timeout: 500,
      });
    }).toPass({ timeout: scaled(20_000) });
  });

  test("when two admins change the same setting, the second sees a conflict and loses no typed text", async ({
    page,
    furrow,
  }) => {
    await signInOnce(page, furrow);
    await openPanel(page, "/admin/settings");
    const owner = section(page, "Owner's email address");
    await owner.getByLabel("Owner's email address").fill("second@furrow.example");
    const headers = { origin: furrow.url };
    const data = { ownerAddress: "first@furrow.example" };
    expect((await page.request.put("/api/settings", { headers, data })).ok()).toBe(true);
    // Saving another section loads the present settings, which must not hide the conflict.
    const passwords = section(page, "Passwords of customers");
    await passwords.getByLabel("Days after acceptance").fill("4");
    await passwords.getByRole("button", { name: "Save number of days" }).click();
    await expect(page.getByText("Number of days is saved")).toBeVisible();
    await owner.getByRole("button", { name: "Save email address" }).click();
    const notice = owner.getByRole("alert");
    await expect(notice).toContainText(`${furrow.adminEmail} has changed it in the meantime`);
    await expect(notice).toContainText("The saved values are now: first@furrow.example.");
    await expect(owner.getByLabel("Owner's email address")).toHaveValue("second@furrow.example");
    await owner.getByRole("button", { name: "Save email address" }).click();
    await expect(page.getByText("Owner's email address is saved")).toBeVisible();
    await page.reload();
    await expect(owner.getByLabel("Owner's email address")).toHaveValue("second@furrow.example");
  });
});

test.describe("with settings in the environment", () => {
  test.use({
    furrowSettings: ({ mailServer }, use) =>
      use({
        SMTP_URL: mailServer.url.replace("//", "//shop:hedgerow-0815@"),
        MAIL_FROM: "env@furrow.example",
        BACKUP_EVERY: "12h",
      }),
  });

  test("the panel shows settings from the environment, without the password, and cannot change them", async ({
    page,
    furrow,
    mailServer,
  }) => {
    await signInOnce(page, furrow);
    await openPanel(page, "/admin/settings");
    const mail = section(page, "Mail server");
    await expect(mail.getByLabel("Host")).toHaveValue("127.0.0.1");
    await expect(mail.getByLabel("Port")).toHaveValue(String(mailServer.port));
    await expect(mail.getByLabel("Password")).toHaveValue("Set, not shown");
    await expect(mail.getByLabel("Sender")).toHaveValue("env@furrow.example");
    for (const label of ["Host", "Port", "Encryption", "User name", "Password", "Sender"]) {
      await expect(mail.getByLabel(label)).not.toBeEditable();
    }
    await expect(mail.getByText(/environment variable SMTP_URL/).first()).toBeVisible();
    await expect(mail.getByRole("button", { name: /^Save/ })).toHaveCount(0);
    await openPanel(page, "/backups");
    const backups = section(page, "Schedule");
    await expect(backups.getByLabel("How often")).toHaveValue("Every 12 hours");
    await expect(backups.getByText(/environment variable BACKUP_EVERY/)).toBeVisible();
    await backups.getByLabel("Backups to keep").fill("3");
    await backups.getByRole("button", { name: "Save backup settings" }).click();
    await expect(page.getByText("Backup settings are saved")).toBeVisible();
    expect(await page.content()).not.toContain("hedgerow-0815");
  });
});
