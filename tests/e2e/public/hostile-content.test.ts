import type { Page } from "@playwright/test";
import { blocks } from "#content/model/blocks.ts";
import type { Block } from "#content/model/define.ts";
import { listPathOf } from "#content/model/record-paths.ts";
import { expect, newPerson, test } from "../../support/browser/journey.ts";
import { recordsOf, signInOnce } from "../../support/browser/panel.ts";
import { hostileText } from "../../support/hostile-texts.ts";

// A separate site, because other tests must not see the hostile content.
test.use({ furrowSettings: { TIME_ZONE: "Europe/Oslo" } });

const pages = ["/", "/service/", "/total-orders", listPathOf(blocks.banner)];

/** Fills every text of a block's first record with markup, as a thief of an admin account could. */
async function makeHostile(page: Page, origin: string, block: Block): Promise<void> {
  const [record] = await recordsOf(page, block);
  const update = block.calls[0]?.update;
  if (record === undefined || update === undefined) return;
  const { _id, ...values } = record;
  const hostile = Object.entries(values).map(([name, value]) => {
    const { kind, maxLength = 0 } = block.fields[name] ?? {};
    const isText = kind === "text" || kind === "paragraph";
    return [name, isText && value !== "" ? hostileText.slice(0, maxLength) : value];
  });
  const answer = await page.request.put(`/api${update}/${_id}`, {
    headers: { origin },
    data: Object.fromEntries(hostile),
  });
  expect([block.name, answer.status()]).toEqual([block.name, 200]);
}

async function writeAsStranger(page: Page, origin: string): Promise<void> {
  const headers = { origin };
  const line = hostileText.slice(0, 100);
  const message = { name: line, email: "eve@example.com", subject: line, message: hostileText };
  expect((await page.request.post("/api/add-message", { headers, data: message })).status()).toBe(
    201,
  );
  const { email, password } = newPerson();
  const account = { email, password, name: line };
  await page.request.post("/api/auth/sign-up/email", { headers, data: account });
  const order = { packageId: "", customerName: line, customerAddress: line, customerCountry: line };
  const [plan] = await recordsOf(page, blocks.pricingPackages);
  const placed = await page.request.post("/api/new-order", {
    headers,
    data: { ...order, packageId: plan?._id },
  });
  expect(placed.status()).toBe(201);
}

test("markup in user content is shown as text, runs no script and leaves the structured data valid", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  for (const block of Object.values(blocks) as Block[]) {
    if (block.readBy === "everyone" && block.shownAs !== "letter")
      await makeHostile(page, furrow.url, block);
  }
  await writeAsStranger(page, furrow.url);
  await signInOnce(page, furrow);
  for (const path of pages) {
    const source = await (await page.request.get(path)).text();
    expect(source, path).toContain("hostile=1");
    expect(source, path).not.toMatch(/<script>hostile|<img src=x/);
    await page.goto(path);
    const found = await page.evaluate(() => ({
      ran: "hostile" in window,
      images: document.querySelectorAll('img[src="x"]').length,
      data: [...document.querySelectorAll('script[type="application/ld+json"]')].map(
        ({ textContent }) => typeof JSON.parse(textContent ?? ""),
      ),
    }));
    expect([path, found.ran, found.images]).toEqual([path, false, 0]);
    expect(found.data.filter((type) => type !== "object")).toEqual([]);
  }
});
