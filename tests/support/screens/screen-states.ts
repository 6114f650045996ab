import type { Page } from "@playwright/test";
import { notices } from "../browser/panel.ts";
import { scaled } from "../time-limits.ts";
import type { Onlooker, Screen } from "./screen.ts";

/** Further states of pages: with errors, with a menu or dialog open, with empty or long lists. */
export const screenStates: readonly Screen[] = [
  ...["/contact", "/subscribe", "/login", "/register"].map((path) => refused(path, "visitor")),
  {
    name: "/ with the menu open",
    path: "/",
    as: "visitor",
    prepare: async (page) => {
      const menu = page.locator("header summary");
      if (await menu.isVisible()) await menu.click();
    },
  },
  {
    name: "/service with a question open",
    path: "/service",
    as: "visitor",
    prepare: (page) => page.locator("#faq summary").nth(1).click(),
  },
  { name: "/reset after the form was sent", path: "/reset", query: "sent", as: "visitor" },
  { name: "/reset with a link", path: "/reset", query: "{resetting}", as: "visitor" },
  { name: "/reset with a used link", path: "/reset", query: "token=something", as: "visitor" },
  { name: "a removed page", path: "/gone-for-good", as: "visitor" },
  { name: "the panel refused to a customer", path: "/admin", as: "customer" },
  {
    name: "the set-up of the first admin",
    path: "/thanks",
    as: "visitor",
    prepare: (page, site) => site.openSetUp(page),
  },
  { name: "a link to an order", path: "/order-link", as: "visitor", query: "{orderLink}" },
  {
    name: "an order opened by a link",
    path: "/order-link",
    as: "visitor",
    query: "{orderLink}",
    prepare: async (page) => {
      await page.locator("form button").click();
      await page.waitForURL("**/order-link/open");
    },
  },
  { name: "an invitation", path: "/invitation", as: "visitor", query: "{invitation}" },
  {
    name: "a subscription to confirm",
    path: "/confirm-subscription",
    as: "visitor",
    query: "token={confirming}",
  },
  {
    name: "a subscription to cancel",
    path: "/unsubscribe",
    as: "visitor",
    query: "token={unsubscribing}",
  },
  ...["/dashboard", "/my-order", "/pending-order", "/account/profile"].map((path) => ({
    name: `${path} of a newcomer`,
    path,
    as: "newcomer" as const,
  })),
  {
    name: "the error page while the database fails",
    path: "/thanks",
    as: "visitor",
    prepare: (page, site) => site.whileFailing(() => page.goto("/")),
  },

  {
    name: "a check that ends while its page is open",
    path: "/seo-check",
    as: "visitor",
    prepare: async (page) => {
      await page.getByLabel("Your website").fill("http://10.0.0.7/");
      await page.getByRole("button", { name: "Check my website" }).click();
      await page.getByText("The address leads into a private network").waitFor();
    },
  },

  { name: "the site for an admin", path: "/", as: "admin" },
  {
    name: "the site editor with a form open",
    path: "/admin/site",
    as: "admin",
    prepare: async (page) => {
      await page.getByRole("button", { name: /^Banner/ }).click();
      await page.getByRole("form", { name: "Banner" }).waitFor();
    },
  },
  {
    name: "an order's receipt",
    path: "/my-order/{paid}",
    as: "customer",
  },
  { name: "the brief of an order", path: "/my-order/{paid}/brief", as: "customer" },
  {
    name: "the brief of an order with mistakes",
    path: "/my-order/{paid}/brief",
    as: "customer",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Send the answers" }).click();
      await page.locator("[aria-invalid=true]").first().waitFor();
    },
  },
  { name: "the report of a month", path: "/my-order/{paid}/months/{month}", as: "customer" },
  { name: "a shared report of a month", path: "/report/{shared}", as: "visitor" },
  {
    name: "the editor of a report of a month",
    path: "/month-reports/{delivered}/{month}",
    as: "admin",
  },
  {
    name: "the columns of a CSV file with numbers",
    path: "/month-reports/{delivered}/{month}",
    as: "admin",
    prepare: async (page) => {
      const rows = ["Query;Clicks;Shown;CTR;Position", "plum trees;4;90;4,4 %;8,5"];
      await page.locator('input[type="file"][name="file"]').setInputFiles({
        name: "searches.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(rows.join("\n")),
      });
      await page.getByRole("button", { name: "Read the numbers" }).click();
      await page.getByLabel("Where do the numbers come from?").waitFor();
    },
  },
  { name: "a delivered order", path: "/my-order/{delivered}", as: "customer" },
  {
    name: "a delivered order with a mistake in the changes asked for",
    path: "/my-order/{delivered}",
    as: "customer",
    prepare: async (page) => {
      await page.locator("summary", { hasText: "Ask for changes" }).click();
      const form = page.getByRole("form", { name: "Ask for changes" });
      await form.getByLabel("What should change?").fill("   ");
      await form.getByRole("button").click();
      await page.locator("[aria-invalid=true]").waitFor();
    },
  },
  {
    name: "a message about an order with mistakes",
    path: "/my-order/{paid}",
    as: "customer",
    prepare: async (page) => {
      await page.getByText("Change", { exact: true }).first().click();
      await page.getByRole("button", { name: "Send", exact: true }).click();
      await page.locator("[aria-invalid=true]").waitFor();
    },
  },
  {
    name: "an order that gets a message while its page is open",
    path: "/my-order/{delivered}",
    as: "customer",
    prepare: async (page, site) => {
      const text = await site.sendMessage(page.url());
      await page.getByRole("listitem").filter({ hasText: text }).waitFor();
    },
  },
  { name: "a cancelled order", path: "/my-order/{cancelled}", as: "customer" },
  { name: "/pending-order, second page", path: "/pending-order", query: "page=2", as: "customer" },
  {
    name: "/order-now of a visitor with mistakes",
    path: "/order-now/:packageId",
    as: "visitor",
    prepare: (page) => sendEmpty(page, "/order-now"),
  },
  {
    name: "/order-now with mistakes",
    path: "/order-now/:packageId",
    as: "customer",
    prepare: async (page) => {
      await page.locator("[name=customerName]").fill("");
      await sendEmpty(page, "/order-now");
    },
  },
  {
    name: "/order-now after a signed-out customer sent the form",
    path: "/order-now/:packageId",
    as: "customer",
    prepare: async (page) => {
      const cookies = await page.context().cookies();
      await page.context().clearCookies();
      await sendEmpty(page, "/order-now");
      await page.context().addCookies(cookies);
    },
  },
  refused("/account/delete", "customer"),
  refused("/account/password", "customer"),

  {
    name: "an order with a payment to review",
    path: "/admin/payment-status/{undecided}",
    as: "admin",
  },
  {
    name: "a delivered order in the panel",
    path: "/admin/payment-status/{delivered}",
    as: "admin",
  },
  {
    name: "a paid order in the panel with the form of its delivery",
    path: "/admin/payment-status/{paid}",
    as: "admin",
    prepare: (page) => opens(page, page.getByRole("button", { name: "Deliver", exact: true })),
  },
  { name: "a paid order in the panel", path: "/admin/payment-status/{paid}", as: "admin" },
  {
    name: "/admin/payment-status/:orderId with the payment dialog",
    path: "/admin/payment-status/:orderId",
    as: "admin",
    prepare: (page) => opens(page, page.getByRole("button", { name: /payment/i }).first()),
  },
  {
    name: "a cancelled order in the panel",
    path: "/admin/payment-status/{cancelled}",
    as: "admin",
  },
  {
    name: "/admin/payment-status/:orderId with the confirmation of cancelling",
    path: "/admin/payment-status/:orderId",
    as: "admin",
    prepare: async (page) => {
      const more = page.getByRole("button", { name: "More actions" });
      if (await more.isVisible()) await more.click();
      await opens(page, page.getByRole("button", { name: "Cancel order" }));
    },
  },
  {
    name: "a paid order in the panel with everything unfolded",
    path: "/admin/payment-status/{paid}",
    as: "admin",
    prepare: async (page) => {
      const facts = page.getByRole("button", { name: /^Customer, plan and payment/ });
      if (await facts.isVisible()) await facts.click();
      for (const fold of await page.locator("main summary:visible").all()) await fold.click();
    },
  },
  {
    name: "the media dialog",
    path: "/banner/:recordId",
    as: "admin",
    prepare: (page) =>
      opens(page, page.getByRole("button", { name: "Choose from library" }).first()),
  },
  {
    name: "the command palette",
    path: "/admin",
    as: "admin",
    prepare: async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("textbox", { name: "Go to" }).fill("banner");
    },
  },
  {
    name: "the navigation on a phone",
    path: "/setting",
    as: "admin",
    prepare: async (page) => {
      const more = page.getByRole("button", { name: "More", exact: true });
      if (await more.isVisible()) await more.click();
    },
  },
  {
    name: "a conflict",
    path: "/edit-experience/:recordId",
    as: "admin",
    prepare: async (page, site) => {
      await page.getByRole("textbox", { name: "Heading", exact: true }).fill(`Ours ${Date.now()}`);
      await site.editElsewhere("/edit-experience/:recordId", "experienceHeading");
      await page.getByRole("button", { name: "Publish" }).click();
      // Waits until the message about the conflict has taken the focus from the button.
      await page.locator("[role=alert]:focus button").waitFor();
    },
  },
  {
    name: "a record's history",
    path: "/edit-experience/:recordId",
    as: "admin",
    prepare: (page) => page.getByRole("tab", { name: "History" }).click(),
  },
  {
    name: "a record with mistakes",
    path: "/banner/:recordId",
    as: "admin",
    prepare: async (page) => {
      await page.getByRole("textbox", { name: "Heading", exact: true }).fill("");
      await page.getByRole("button", { name: "Publish" }).click();
      await page.locator("[aria-invalid=true]").first().waitFor();
      await notices(page).waitFor();
    },
  },
  {
    name: "/add-user with a mistake",
    path: "/add-user",
    as: "admin",
    prepare: async (page) => {
      await page.getByRole("button", { name: /add/i }).click();
      await page.locator("[aria-invalid=true]").first().waitFor();
    },
  },
  {
    name: "/admin/settings with mistakes",
    path: "/admin/settings",
    as: "admin",
    prepare: async (page) => {
      await page.getByRole("textbox", { name: "User" }).fill("shop");
      await page.getByRole("button", { name: "Save mail server" }).click();
      await page.locator("[aria-invalid=true]").first().waitFor();
    },
  },
  {
    name: "/admin/settings after a test that failed",
    path: "/admin/settings",
    as: "admin",
    prepare: async (page) => {
      await page.getByRole("textbox", { name: "Host" }).fill("127.0.0.1");
      await page.getByRole("textbox", { name: "Port" }).fill("1");
      await page.getByRole("textbox", { name: "Sender", exact: true }).fill("shop@example.com");
      await page.getByRole("button", { name: "Send a test email" }).click();
      await page
        .getByText("The mail server cannot be reached")
        .waitFor({ timeout: scaled(30_000) });
    },
  },
  {
    name: "a picture's details",
    path: "/media-library",
    as: "admin",
    prepare: (page) => page.locator("main button:has(img)").first().click(),
  },
  {
    name: "a search without results",
    path: "/total-orders",
    query: "q=nobody-has-this-name",
    as: "admin",
  },
  {
    name: "a note on a customer",
    path: "/people/:accountId",
    as: "admin",
    prepare: async (page) => {
      const notes = page.getByRole("region", { name: "Internal notes" });
      await notes.getByLabel("New note").fill("Prefers mornings");
      await notes.getByRole("button", { name: "Add note" }).click();
      await notes.getByRole("article").first().waitFor();
    },
  },
  {
    name: "the details of a customer as a form",
    path: "/people/:accountId",
    as: "admin",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Edit", exact: true }).first().click();
      await page.getByLabel("Full name").waitFor();
    },
  },
  {
    name: "an email to a customer",
    path: "/people/:accountId",
    as: "admin",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Write", exact: true }).click();
      await page.getByRole("textbox", { name: "Your email" }).waitFor();
    },
  },
  ...["/total-orders", "/all-messages"].map((path) => ({
    name: `${path} with a selection`,
    path,
    as: "admin" as const,
    prepare: async (page: Page) => {
      await page.getByLabel("Select all on this page").first().check();
      await page.getByRole("group", { name: /^Selected/ }).waitFor();
    },
  })),
  {
    name: "a search to save as a tab",
    path: "/total-orders",
    query: "q=ada",
    as: "admin",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Save as tab" }).click();
      await page.getByLabel(/^Name of the tab/).waitFor();
    },
  },
  { name: "a screen that does not exist", path: "/people/nobody", as: "admin" },
];

/** A page whose form was sent empty. */
function refused(path: string, as: Onlooker): Screen {
  return { name: `${path} with mistakes`, path, as, prepare: (page) => sendEmpty(page, path) };
}

async function sendEmpty(page: Page, action: string) {
  await page.locator(`main form[action^='${action}'] [type=submit]`).click();
  await page.locator("[aria-invalid=true], [role=alert]").first().waitFor();
}

async function opens(page: Page, button: ReturnType<Page["locator"]>) {
  await button.click();
  await page.getByRole("dialog").waitFor();
}
