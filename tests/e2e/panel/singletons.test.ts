import type { Page } from "@playwright/test";
import { blocks } from "#content/model/blocks.ts";
import type { Block } from "#content/model/define.ts";
import { listPathOf } from "#content/model/record-paths.ts";
import { expect, test } from "../../support/browser/journey.ts";
import { goToScreen, openPanel, recordsOf, signInOnce } from "../../support/browser/panel.ts";

// A separate site, because the test deletes its content.
test.use({ furrowSettings: { OWNER_EMAIL: "singletons@furrow.example" } });

/** Blocks with a specified link, with a list on the same screen, without a preview, and a long one. */
const singletons: readonly Block[] = [
  blocks.banner,
  blocks.about,
  blocks.faqHeading,
  blocks.paymentEmail,
  blocks.terms,
  blocks.siteWords,
];

const linkOf = (block: Block) => block.screens.editLink ?? `Edit ${block.title}`;

let page: Page;
test.beforeAll(async ({ browser, furrow }) => {
  page = await browser.newPage({ baseURL: furrow.url });
  await signInOnce(page, furrow);
  await openPanel(page, "/setting");
});
test.afterAll(() => page.close());

for (const block of singletons) {
  test(`${block.title}: the form that adds it becomes the link that edits it, at once`, async ({
    furrow,
  }) => {
    const [record] = await recordsOf(page, block);
    const headers = { Origin: furrow.url };
    await page.request.delete(`/api${block.calls[0]?.read}/${record?._id}`, { headers });
    await goToScreen(page, "/setting");
    await goToScreen(page, listPathOf(block));
    const link = page.getByRole("link", { name: linkOf(block), exact: true });
    const form = page.getByRole("form", { name: block.title, exact: true });
    await expect(form).toBeVisible();
    await expect(link).toHaveCount(0);
    for (const [name, value] of Object.entries(block.seed[0] ?? {})) {
      const input = form.locator(`[name="${name}"]`);
      if (block.fields[name]?.kind === "choice") await input.selectOption(value as string);
      else await input.fill(value as string);
    }
    await form.getByRole("button", { name: "Add and publish" }).click();
    await expect(page.getByText(block.messages.created, { exact: true })).toBeVisible();
    await expect(link).toBeVisible();
    await expect(form).toHaveCount(0);
  });
}
