import { request } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { createSecureContext } from "node:tls";
import { expect } from "@playwright/test";
import { runChecks } from "#check/engine/run-checks.ts";
import { PublicFetcher } from "#check/fetching/fetch-public.ts";
import { gatherFacts } from "#check/fetching/gather-facts.ts";
import { both, inHtml } from "#check/samples/sample-site.ts";
import { coldTest, newPerson, test } from "../../support/browser/journey.ts";
import { openBrowser } from "../../support/browser/keyboard-and-phone.ts";
import { openPanel, signInOnce } from "../../support/browser/panel.ts";
import { giveAccount, orderPlan } from "../../support/browser/purchase.ts";
import { parseHere } from "../../support/parse-here.ts";
import { startFurrow } from "../../support/servers/furrow-server.ts";
import { scaled } from "../../support/time-limits.ts";
import { siteOf } from "../../support/websites/crawled-site.ts";
import { createTestAuthority } from "../../support/websites/test-authority.ts";
import { openVillage } from "../../support/websites/village.ts";

coldTest(
  "without JavaScript, a visitor sees why a website cannot be checked, and can correct the address",
  async ({ browser, furrow }) => {
    const page = await openBrowser(browser, furrow, { isPhone: false, javaScriptEnabled: false });
    await page.goto("/seo-check/");
    await page.getByLabel("Your website").fill("ftp://example.com");
    await page.getByRole("button", { name: "Check my website" }).click();
    await expect(
      page.getByText("Only addresses with http:// or https:// can be checked."),
    ).toBeVisible();
    await expect(page.getByLabel("Your website")).toHaveValue("ftp://example.com");
    await page.getByLabel("Your website").fill("http://127.0.0.1/");
    await page.getByRole("button", { name: "Check my website" }).click();
    // The result appears by itself.
    await expect(page.getByText("The address leads into a private network")).toBeVisible({
      timeout: scaled(15_000),
    });
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  },
);

test("the team checks a prospect's website, and the check is listed with its person", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/site-checks");
  await page.getByRole("button", { name: "New check" }).click();
  const dialog = page.getByRole("dialog", { name: "Check a website" });
  await dialog.getByRole("textbox", { name: "Website" }).fill("ftp://example.com");
  await dialog.getByLabel("Email address of the person").fill("mia@prospect.example");
  await dialog.getByLabel("Name of the person").fill("Mia Meyer");
  await dialog.getByRole("button", { name: "Check the website" }).click();
  await expect(dialog).toContainText("Only addresses with http:// or https:// can be checked.");
  await dialog.getByRole("textbox", { name: "Website" }).fill("http://10.0.0.8/");
  await dialog.getByRole("button", { name: "Check the website" }).click();
  await expect(page.getByText(`${furrow.adminEmail} asked for it.`)).toBeVisible();
  // The check runs in the background, and the page shows its result without a reload.
  await expect(page.getByText("The address leads into a private network")).toBeVisible({
    timeout: scaled(15_000),
  });
  await page.getByLabel("Name of the person").fill("Mia Moss");
  await page.getByRole("button", { name: "Save the person" }).click();
  await expect(page.getByText("The person is saved")).toBeVisible();
  await openPanel(page, "/site-checks");
  const row = page.getByRole("row").filter({ hasText: "10.0.0.8" });
  await expect(row).toContainText("Mia Moss");
  await expect(row).toContainText(furrow.adminEmail);
});

coldTest(
  "a visitor's check shows its findings as they come, and leads to an order",
  async ({ browser }) => {
    const llmsFile = Promise.withResolvers<void>();
    const poor = both(
      inHtml('<meta name="description"', '<meta name="note"'),
      inHtml('<html lang="en">', "<html>"),
    )(siteOf({ "/": { title: "", links: ["/gone/"] } }));
    const village = await openVillage([poor], async (path) => {
      if (path === "/llms.txt") await llmsFile.promise;
    });
    const furrow = await startFurrow({ PAYMENTS: "sandbox", ...village.reachedWith() });
    const host = village.hostOf(0);
    const visitor = await openBrowser(browser, furrow, { isPhone: true });
    await visitor.goto("/seo-check/");
    await visitor.getByLabel("Your website").fill(host);
    await visitor.getByRole("button", { name: "Check my website" }).tap();
    await expect(
      visitor.getByRole("heading", { name: "The three findings that cost you most" }),
    ).toBeVisible({ timeout: scaled(15_000) });
    await expect(visitor.getByText(`https://${host}/, line`).first()).toBeVisible();
    // The page shows findings while the server still waits for a file of the site.
    await expect(visitor.getByRole("status")).toHaveText("We are reading the site.");
    // A page with JavaScript adds the findings and does not load itself again.
    await expect(visitor.locator('meta[http-equiv="refresh"]')).toHaveCount(0);
    await visitor.evaluate(() => document.body.setAttribute("data-first-load", ""));
    // The page goes on after an error of the server.
    const failed = visitor.waitForResponse((response) => response.status() === 503);
    await visitor.route("**/seo-check/*", (route) => route.fulfill({ status: 503 }), { times: 1 });
    await failed;
    llmsFile.resolve();
    await expect(visitor.getByRole("status")).toHaveText(/^\d+ faults found\. Checked on /, {
      timeout: scaled(15_000),
    });
    await expect(visitor.getByRole("button", { name: "Send me this as PDF" })).toBeVisible();
    await expect(visitor.locator("body[data-first-load]")).toHaveCount(1);
    // What the script adds has its styles.
    await expect(visitor.getByRole("article", { name: "The plan for" })).toHaveCSS(
      "row-gap",
      "16px",
    );
    expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

    await visitor.getByRole("link", { name: /Basic, \$/ }).tap();
    await expect(visitor.locator('[name="customerWebsite"]')).toHaveValue(`https://${host}/`);
    await giveAccount(visitor, newPerson());
    await orderPlan(visitor, "Ada Field");
    const orders = await (await visitor.request.get("/api/orders")).json();
    expect(orders).toMatchObject([{ customerWebsite: `https://${host}/` }]);
    await visitor.context().close();
    await furrow.stop();
    village.close();
  },
);

coldTest("the public pages of this site pass their own check", async () => {
  const furrow = await startFurrow({ PUBLIC_URL: "https://furrow.test", PAYMENTS: "sandbox" });
  const authority = createTestAuthority();
  const front = createServer(
    { SNICallback: (name, done) => done(null, createSecureContext(authority.issue([name]))) },
    (asked, answer) => {
      const { method, url: path, headers } = asked;
      const onward = request(
        { host: "127.0.0.1", port: furrow.port, method, path, headers },
        (got) => {
          answer.writeHead(got.statusCode ?? 502, got.headers);
          got.pipe(answer);
        },
      );
      asked.pipe(onward);
    },
  );
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  const { port } = front.address() as AddressInfo;
  const fetcher = new PublicFetcher(
    {
      userAgent: "FurrowCheck/1.0",
      own: { hosts: [], addresses: [] },
      async resolve(name) {
        if (name === "furrow.test") return ["127.0.0.1"];
        throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
      },
    },
    {
      allows: (address) => address === "127.0.0.1",
      // Port 80 leads to port 9, where nothing listens, so the site looks like a site on https
      // only.
      portFor: (asked) => (asked === 443 ? port : 9),
      certificateAuthority: authority.certificate,
    },
  );
  for (const path of ["/", "/service/", "/pricing/", "/contact", "/seo-check/", "/privacy"]) {
    const typed = { address: `https://furrow.test${path}`, hasScheme: true };
    const gathered = await gatherFacts(typed, {
      session: fetcher.open(),
      parse: parseHere,
      read: async (facts) => runChecks(facts),
      onPage: async () => {},
      now: 0,
    });
    if ("refusal" in gathered) throw new Error(`${path}: ${gathered.refusal.sentence}`);
    const found = gathered.result.outcomes.flatMap(({ check, outcome }) =>
      // Ignores the time to the first byte, which depends on the test machine.
      outcome.kind === "found" && check !== "first-byte" ? [{ check, ...outcome }] : [],
    );
    expect({ path, found }).toEqual({ path, found: [] });
  }
  front.closeAllConnections();
  front.close();
  await furrow.stop();
});
