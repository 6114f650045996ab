import type { Page } from "@playwright/test";
import { notices } from "../browser/panel.ts";
import { scaled } from "../time-limits.ts";
import type { Onlooker, Screen } from "./screen.ts";

const seenBy =
  (as: Onlooker) =>
  (name: string, path: string, prepare?: Screen["prepare"]): Screen => ({
    name,
    path,
    as,
    ...(prepare && { prepare }),
  });
const visitor = seenBy("visitor");
const customer = seenBy("customer");
const newcomer = seenBy("newcomer");
const admin = seenBy("admin");

/** Further states of pages: with errors, with a menu or dialog open, with empty or long lists. */
export const screenStates: readonly Screen[] = [
  ...["/contact", "/subscribe", "/login", "/register"].map((path) => refused(visitor, path)),
  visitor("/ with the menu open", "/", async (page) => {
    const menu = page.locator("header summary");
    if (await menu.isVisible()) await menu.click();
  }),
  visitor("/service with a question open", "/service", (page) =>
    page.locator("#faq summary").nth(1).click(),
  ),
  visitor("/reset after the form was sent", "/reset?sent"),
  visitor("/reset with a link", "/reset?{resetting}"),
  visitor("/reset with a used link", "/reset?token=something"),
  visitor("a removed page", "/gone-for-good"),
  visitor("a page that the owner added", "/local-seo-in-leeds/"),
  visitor("an article", "/articles/what-a-title-does/"),
  customer("the panel refused to a customer", "/admin"),
  visitor("the set-up of the first admin", "/thanks", (page, site) => site.openSetUp(page)),
  customer("a plan that is charged each month", "/my-plan/:subscriptionId"),
  admin("a subscription in the panel", "/subscriptions/:subscriptionId"),
  visitor("a link to an order", "/order-link?{orderLink}"),
  visitor("an order opened by a link", "/order-link?{orderLink}", async (page) => {
    await page.locator("form button").click();
    await page.waitForURL("**/order-link/open");
  }),
  visitor("an invitation", "/invitation?{invitation}"),
  visitor("a subscription to confirm", "/confirm-subscription?token={confirming}"),
  visitor("a subscription to cancel", "/unsubscribe?token={unsubscribing}"),
  ...["/dashboard", "/my-order", "/pending-order", "/account/profile"].map((path) =>
    newcomer(`${path} of a newcomer`, path),
  ),
  visitor("the error page while the database fails", "/thanks", (page, site) =>
    site.whileFailing(() => page.goto("/")),
  ),

  visitor("a check that ends while its page is open", "/seo-check", async (page) => {
    await page.getByLabel("Your website").fill("http://10.0.0.7/");
    await page.getByRole("button", { name: "Check my website" }).click();
    await page.getByText("The address leads into a private network").waitFor();
  }),

  admin("the site for an admin", "/"),
  admin("the site editor with a form open", "/admin/site", async (page) => {
    await page.getByRole("button", { name: /^Banner/ }).click();
    await page.getByRole("form", { name: "Banner" }).waitFor();
  }),
  customer("an order's receipt", "/my-order/{paid}"),
  customer("the brief of an order", "/my-order/{paid}/brief"),
  customer("the brief of an order with mistakes", "/my-order/{paid}/brief", async (page) => {
    await page.getByRole("button", { name: "Send the answers" }).click();
    await page.locator("[aria-invalid=true]").first().waitFor();
  }),
  customer("the report of a month", "/my-order/{paid}/months/{month}"),
  visitor("a shared report of a month", "/report/{shared}"),
  admin("the editor of a report of a month", "/month-reports/{delivered}/{month}"),
  admin(
    "the columns of a CSV file with numbers",
    "/month-reports/{delivered}/{month}",
    async (page) => {
      const rows = ["Query;Clicks;Shown;CTR;Position", "plum trees;4;90;4,4 %;8,5"];
      await page.locator('input[type="file"][name="file"]').setInputFiles({
        name: "searches.csv",
        mimeType: "text/csv",
        buffer: Buffer.from(rows.join("\n")),
      });
      await page.getByRole("button", { name: "Read the numbers" }).click();
      await page.getByLabel("Where do the numbers come from?").waitFor();
    },
  ),
  customer("a delivered order", "/my-order/{delivered}"),
  customer(
    "a delivered order with a mistake in the changes asked for",
    "/my-order/{delivered}",
    async (page) => {
      await page.locator("summary", { hasText: "Ask for changes" }).click();
      const form = page.getByRole("form", { name: "Ask for changes" });
      await form.getByLabel("What should change?").fill("   ");
      await form.getByRole("button").click();
      await page.locator("[aria-invalid=true]").waitFor();
    },
  ),
  customer("a message about an order with mistakes", "/my-order/{paid}", async (page) => {
    await page.getByText("Change", { exact: true }).first().click();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.locator("[aria-invalid=true]").waitFor();
  }),
  customer(
    "an order that gets a message while its page is open",
    "/my-order/{delivered}",
    async (page, site) => {
      const text = await site.sendMessage(page.url());
      await page.getByRole("listitem").filter({ hasText: text }).waitFor();
    },
  ),
  customer("a cancelled order", "/my-order/{cancelled}"),
  customer("/pending-order, second page", "/pending-order?page=2"),
  visitor("/order-now of a visitor with mistakes", "/order-now/:packageId", (page) =>
    sendEmpty(page, "/order-now"),
  ),
  customer("/order-now with mistakes", "/order-now/:packageId", async (page) => {
    await page.locator("[name=customerName]").fill("");
    await sendEmpty(page, "/order-now");
  }),
  customer(
    "/order-now after a signed-out customer sent the form",
    "/order-now/:packageId",
    async (page) => {
      const cookies = await page.context().cookies();
      await page.context().clearCookies();
      await sendEmpty(page, "/order-now");
      await page.context().addCookies(cookies);
    },
  ),
  refused(customer, "/account/delete"),
  refused(customer, "/account/password"),

  admin("an order with a payment to review", "/admin/payment-status/{undecided}"),
  admin("a delivered order in the panel", "/admin/payment-status/{delivered}"),
  admin(
    "a paid order in the panel with the form of its delivery",
    "/admin/payment-status/{paid}",
    (page) => opens(page, page.getByRole("button", { name: "Deliver", exact: true })),
  ),
  admin("a paid order in the panel", "/admin/payment-status/{paid}"),
  admin(
    "/admin/payment-status/:orderId with the payment dialog",
    "/admin/payment-status/:orderId",
    (page) => opens(page, page.getByRole("button", { name: /payment/i }).first()),
  ),
  admin("a cancelled order in the panel", "/admin/payment-status/{cancelled}"),
  admin(
    "/admin/payment-status/:orderId with the confirmation of cancelling",
    "/admin/payment-status/:orderId",
    async (page) => {
      const more = page.getByRole("button", { name: "More actions" });
      if (await more.isVisible()) await more.click();
      await opens(page, page.getByRole("button", { name: "Cancel order" }));
    },
  ),
  admin(
    "a paid order in the panel with everything unfolded",
    "/admin/payment-status/{paid}",
    async (page) => {
      const facts = page.getByRole("button", { name: /^Customer, plan and payment/ });
      if (await facts.isVisible()) await facts.click();
      for (const fold of await page.locator("main summary:visible").all()) await fold.click();
    },
  ),
  admin("the media dialog", "/banner/:recordId", (page) =>
    opens(page, page.getByRole("button", { name: "Choose from library" }).first()),
  ),
  admin("the command palette", "/admin", async (page) => {
    await page.keyboard.press("Control+k");
    await page.getByRole("textbox", { name: "Go to" }).fill("banner");
  }),
  admin("the navigation on a phone", "/setting", async (page) => {
    const more = page.getByRole("button", { name: "More", exact: true });
    if (await more.isVisible()) await more.click();
  }),
  admin("a conflict", "/edit-experience/:recordId", async (page, site) => {
    await page.getByRole("textbox", { name: "Heading", exact: true }).fill(`Ours ${Date.now()}`);
    await site.editElsewhere("/edit-experience/:recordId", "experienceHeading");
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    // Waits until the message about the conflict has taken the focus from the button.
    await page.locator("[role=alert]:focus button").waitFor();
  }),
  admin("a record's history", "/edit-experience/:recordId", (page) =>
    page.getByRole("tab", { name: "History" }).click(),
  ),
  admin("a record with mistakes", "/banner/:recordId", async (page) => {
    await page.getByRole("textbox", { name: "Heading", exact: true }).fill("");
    await page.getByRole("button", { name: "Publish", exact: true }).click();
    await page.locator("[aria-invalid=true]").first().waitFor();
    await notices(page).waitFor();
  }),
  admin("/add-user with a mistake", "/add-user", async (page) => {
    await page.getByRole("button", { name: /add/i }).click();
    await page.locator("[aria-invalid=true]").first().waitFor();
  }),
  admin("/admin/settings with mistakes", "/admin/settings", async (page) => {
    await page.getByRole("textbox", { name: "User" }).fill("shop");
    await page.getByRole("button", { name: "Save mail server" }).click();
    await page.locator("[aria-invalid=true]").first().waitFor();
  }),
  admin("/admin/settings after a test that failed", "/admin/settings", async (page) => {
    await page.getByRole("textbox", { name: "Host" }).fill("127.0.0.1");
    await page.getByRole("textbox", { name: "Port" }).fill("1");
    await page.getByRole("textbox", { name: "Sender", exact: true }).fill("shop@example.com");
    await page.getByRole("button", { name: "Send a test email" }).click();
    await page.getByText("The mail server cannot be reached").waitFor({ timeout: scaled(30_000) });
  }),
  admin("/settings/payments with a key that lacks a right", "/settings/payments", async (page) => {
    const cards = page.getByRole("region", { name: "Cards" });
    await cards.getByRole("button", { name: "Connect the test account of Stripe" }).click();
    await cards.getByRole("button", { name: "Try one that may not refund" }).click();
    await cards.getByRole("button", { name: "Connect Stripe" }).click();
    await page.locator("[aria-invalid=true]").first().waitFor();
  }),
  admin("a picture's details", "/media-library", (page) =>
    page.locator("main button:has(img)").first().click(),
  ),
  admin("a search without results", "/total-orders?q=nobody-has-this-name"),
  admin("a note on a customer", "/people/:accountId", async (page) => {
    const notes = page.getByRole("region", { name: "Internal notes" });
    await notes.getByLabel("New note").fill("Prefers mornings");
    await notes.getByRole("button", { name: "Add note" }).click();
    await notes.getByRole("article").first().waitFor();
  }),
  admin("the details of a customer as a form", "/people/:accountId", async (page) => {
    await page.getByRole("button", { name: "Edit", exact: true }).first().click();
    await page.getByLabel("Full name").waitFor();
  }),
  admin("an email to a customer", "/people/:accountId", async (page) => {
    await page.getByRole("button", { name: "Write", exact: true }).click();
    await page.getByRole("textbox", { name: "Your email" }).waitFor();
  }),
  ...["/total-orders", "/all-messages"].map((path) =>
    admin(`${path} with a selection`, path, async (page) => {
      await page.getByLabel("Select all on this page").first().check();
      await page.getByRole("group", { name: /^Selected/ }).waitFor();
    }),
  ),
  admin("a search to save as a tab", "/total-orders?q=ada", async (page) => {
    await page.getByRole("button", { name: "Save as tab" }).click();
    await page.getByLabel(/^Name of the tab/).waitFor();
  }),
  admin("a screen that does not exist", "/people/nobody"),
];

/** A page whose form was sent empty. */
function refused(as: typeof visitor, path: string): Screen {
  return as(`${path} with mistakes`, path, (page) => sendEmpty(page, path));
}

async function sendEmpty(page: Page, action: string) {
  await page.locator(`main form[action^='${action}'] [type=submit]:not([name], .unseen)`).click();
  await page.locator("[aria-invalid=true], [role=alert]").first().waitFor();
}

async function opens(page: Page, button: ReturnType<Page["locator"]>) {
  // By keyboard, because on the lowest screens the header covers a button at the top.
  await button.press("Enter");
  await page.getByRole("dialog").waitFor();
}
