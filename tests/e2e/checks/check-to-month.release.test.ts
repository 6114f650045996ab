import { both, inHtml, type SampleSite } from "#check/samples/sample-site.ts";
import { coldTest, expect } from "../../support/browser/journey.ts";
import { openBrowser } from "../../support/browser/keyboard-and-phone.ts";
import { notices, openPanel, signInOnce } from "../../support/browser/panel.ts";
import { placePaidOrder } from "../../support/browser/placed-order.ts";
import { signInWithoutForm } from "../../support/browser/purchase.ts";
import { startFurrow } from "../../support/servers/furrow-server.ts";
import { scaled } from "../../support/time-limits.ts";
import { siteOf } from "../../support/websites/crawled-site.ts";
import { openVillage } from "../../support/websites/village.ts";

const better = siteOf({ "/": { links: ["/bread/", "/buns/"] }, "/bread/": {}, "/buns/": {} });
/** Three pages without a title. The home page also lacks a language, and has a dead link. */
const poor = both(inHtml('<html lang="en">', "<html>"))(
  siteOf({
    "/": { title: "", links: ["/bread/", "/buns/", "/gone/"] },
    "/bread/": { title: "" },
    "/buns/": { title: "" },
  }),
);

coldTest(
  "the website of an order is checked before and after the work, which is a proof of the delivery and a line of the month report",
  async ({ browser }) => {
    coldTest.setTimeout(scaled(240_000));
    const sites: SampleSite[] = [poor];
    const village = await openVillage(sites);
    const furrow = await startFurrow({ PAYMENTS: "sandbox", ...village.reachedWith() });
    const { person, room, inPanel } = await placePaidOrder(furrow, {
      website: `https://${village.hostOf(0)}/`,
    });
    const owner = await openBrowser(browser, furrow, { isPhone: false });
    await signInOnce(owner, furrow);
    const website = owner.getByRole("region", { name: "Website" });
    const untilShown = (text: string) =>
      expect(async () => {
        await openPanel(owner, inPanel);
        await expect(website.getByText(text)).toBeVisible({ timeout: 1000 });
      }).toPass({ timeout: scaled(90_000) });
    await untilShown("The website has moved");
    await website.getByText("The website has moved").click();
    await website.getByLabel("Address of the website").fill("not an address");
    await website.getByLabel("Why is the address changing?").fill("The shop has moved.");
    await website.getByRole("button", { name: "Change the address and check" }).click();
    await expect(website.getByText(/is not an address/).first()).toBeVisible();
    await expect(website.getByLabel("Address of the website")).toHaveValue("not an address");
    await website.getByRole("button", { name: "Check the website now" }).click();
    await untilShown("Checked before the work");
    sites[0] = better;
    await website.getByRole("button", { name: "Check the website now" }).click();
    await untilShown("Checked before and after");
    const titles = website.getByRole("row", { name: /^Pages without a title/ });
    await expect(titles.getByRole("cell")).toHaveText(["3", "0"]);

    await owner
      .getByRole("region", { name: "Actions" })
      .getByRole("button", { name: "Deliver", exact: true })
      .click();
    const dialog = owner.getByRole("dialog");
    await dialog.getByLabel("What are you delivering?").fill("The titles are written.");
    await dialog.getByRole("button", { name: "A proof for each point" }).click();
    for (const nth of [1, 2, 3, 4, 5, 6, 7]) {
      const point = owner.getByRole("group", { name: RegExp(`^${nth}\\. `) });
      const kind = nth === 4 ? "Fixed on the website" : "Follows later";
      await point.getByLabel("Kind of proof").selectOption(kind);
      if (nth === 4) {
        await point.getByLabel("What was fixed").selectOption("Pages without a title: 3 → 0");
      } else await point.getByLabel("When or why").fill("Next month.");
    }
    await dialog.getByRole("button", { name: "Deliver the order" }).click();
    await expect(notices(owner).filter({ hasText: "Delivery 1 is sent." })).toBeVisible();
    await owner.getByRole("link", { name: "This month’s report" }).click();
    await expect(owner.getByLabel("What we did")).toHaveValue(/^The titles are written\./);
    await expect(owner.getByLabel("What changed")).toHaveValue(/Pages without a title: 3 → 0\./);
    await owner.getByLabel("What comes next").fill("The local listing.");
    await owner.getByRole("button", { name: "Save the draft" }).click();
    await owner.getByRole("button", { name: "Mark as reviewed" }).click();
    await owner.getByRole("button", { name: "Send to the customer" }).click();
    await expect(owner.getByText(/^Sent on /)).toBeVisible();

    const customer = await openBrowser(browser, furrow, {
      isPhone: true,
      javaScriptEnabled: false,
    });
    await signInWithoutForm(customer, person);
    await customer.goto(room);
    const delivery = customer.getByRole("article", { name: "Delivery 1" });
    await expect(delivery.getByText("Pages without a title: 3 → 0")).toBeVisible();
    await delivery.locator("summary", { hasText: "3 fixed pages" }).tap();
    await expect(delivery.getByText("/bread/")).toBeVisible();
    const strip = customer.getByRole("region", { name: "Your website since your order" });
    const links = strip.getByRole("row", { name: /^Do the links lead somewhere/ });
    await expect(links.getByRole("cell")).toHaveText(["1", "0 fixed"]);
    expect(await customer.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await customer.getByRole("region", { name: "Your months" }).getByRole("link").tap();
    await expect(customer.getByText("Pages without a title: 3 → 0.")).toBeVisible();

    for (const page of [owner, customer]) await page.context().close();
    await furrow.stop();
    village.close();
  },
);
