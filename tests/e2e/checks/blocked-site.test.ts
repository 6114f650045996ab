import { soundSite, withAnswer } from "#check/samples/sample-site.ts";
import { coldTest, expect, newPerson } from "../../support/browser/journey.ts";
import { openBrowser } from "../../support/browser/keyboard-and-phone.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import {
  atProvider,
  giveAccount,
  giveDetails,
  orderButton,
} from "../../support/browser/purchase.ts";
import { startFurrow } from "../../support/servers/furrow-server.ts";
import { scaled } from "../../support/time-limits.ts";
import { openVillage } from "../../support/websites/village.ts";

const forbidding = withAnswer("/robots.txt", { status: 200, body: "User-agent: *\nDisallow: /" });

coldTest(
  "a visitor types an email address, learns that robots.txt hides the website, and orders with it",
  async ({ page: _, browser }) => {
    coldTest.setTimeout(scaled(120_000));
    const village = await openVillage([forbidding(soundSite)]);
    const furrow = await startFurrow({ PAYMENTS: "sandbox", ...village.reachedWith() });
    const host = village.hostOf(0);
    const visitor = await openBrowser(browser, furrow, { isPhone: true, javaScriptEnabled: false });
    await visitor.goto("/seo-check/");
    const website = visitor.getByLabel("Your website");
    const check = visitor.getByRole("button", { name: "Check my website" });
    await website.fill("anna@gmail.com");
    await check.tap();
    await expect(visitor.getByText("gmail.com is where your mailbox is")).toBeVisible();
    await website.fill(`anna@${host}`);
    await check.tap();
    await expect(visitor.getByText(`If ${host} is your website, check that.`)).toBeVisible();
    await expect(website).toHaveValue(host);
    await check.tap();
    await expect(visitor.getByRole("status")).toHaveText(/^One fault keeps this site from/, {
      timeout: scaled(15_000),
    });
    await expect(visitor.getByText("robots.txt, line 2")).toBeVisible();
    await expect(visitor.getByText("We fix what we found")).toHaveCount(0);
    expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await visitor.getByLabel("Your email").fill("anna@example.com");
    await visitor.getByRole("button", { name: "Send me this as PDF" }).tap();
    await expect(visitor.getByText("Check your inbox")).toBeVisible();

    const plan = visitor.getByRole("article", { name: "The plan for this website" });
    await plan.getByRole("link", { name: /^Order / }).tap();
    await expect(visitor.locator('[name="customerWebsite"]')).toHaveValue(`https://${host}/`);
    await giveAccount(visitor, newPerson());
    await giveDetails(visitor, "Anna Ek");
    await orderButton(visitor).tap();
    // Without JavaScript, the form to the provider has a button of its own.
    await visitor.getByRole("button", { name: "Continue to PayPal" }).tap();
    await visitor.waitForURL(atProvider);

    const owner = await openBrowser(browser, furrow, { isPhone: false });
    await signInOnce(owner, furrow);
    await openPanel(owner, "/site-checks?filter=ordered&finding=robots-search-engines");
    await expect(owner.getByRole("row").filter({ hasText: host })).toContainText("Done");

    for (const each of [visitor, owner]) await each.context().close();
    await furrow.stop();
    village.close();
  },
);
