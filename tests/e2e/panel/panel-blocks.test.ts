import type { Locator, Page } from "@playwright/test";
import { blocks } from "#content/model/blocks.ts";
import { type AnyRecord, type Block, publicFields } from "#content/model/define.ts";
import { listPathOf } from "#content/model/record-paths.ts";
import { expect, test } from "../../support/browser/journey.ts";
import {
  goToScreen,
  openPanel,
  recordsOf,
  seenByVisitors,
  signInOnce,
} from "../../support/browser/panel.ts";
import { addressShowing, asHtml, textFieldOf } from "../../support/screens/shown-blocks.ts";
import { scaled } from "../../support/time-limits.ts";

// A separate site, because the test adds a plan and removes the banner.
test.use({ furrowSettings: { OWNER_EMAIL: "blocks@furrow.example" } });

/** Blocks that together have every kind of field, lists and single records. */
const everyKind = [
  "banner",
  "serviceItems",
  "pricingPackages",
  "footerAddress",
  "designTemplates",
  "listingService",
] as const satisfies readonly (keyof typeof blocks)[];

/** New values for a block: changed versions of the demonstration texts. */
function writtenAnew(block: Block): Record<string, string> {
  const seed = (block.seed[0] ?? {}) as Readonly<Record<string, string>>;
  return Object.fromEntries(
    Object.entries(block.fields).map(([name, { kind, maxLength }]) => {
      const value = seed[name] ?? "";
      if (value === "") return [name, value];
      if (kind === "email") return [name, `new-${value}`];
      if (kind === "image") return [name, `${value}?new`];
      const isText = kind === "text" || kind === "paragraph";
      return [name, isText ? `New: ${value}`.slice(0, maxLength).trim() : value];
    }),
  );
}

async function fill(form: Locator, block: Block, values: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(values)) {
    const input = form.locator(`[name="${name}"]`);
    const kind = block.fields[name]?.kind;
    // `pages.test.ts` edits sections, beside the page.
    if (kind === "sections") continue;
    if (kind === "choice") await input.selectOption(value);
    else if (kind === "mark") await input.setChecked(value !== "");
    else if (kind === "drawing") await form.getByRole("radio", { name: value || "none" }).check();
    else await input.fill(value);
  }
}

/** Opens the form of a block's record, or the form that adds a record. */
async function openForm(page: Page, block: Block): Promise<Locator> {
  await goToScreen(page, "/setting");
  await goToScreen(page, listPathOf(block));
  if (block.shape === "collection") {
    const list = page.getByRole("region", { name: block.title, exact: true });
    await list.getByRole("button", { name: "Add" }).click();
  } else if ((await recordsOf(page, block)).length > 0) {
    await page.getByRole("link", { name: `Edit ${block.title}`, exact: true }).click();
    await expect(page.getByRole("heading", { name: `Update ${block.title}` })).toBeVisible();
  }
  return page.getByRole("form", { name: block.singular ?? block.title, exact: true });
}

test("every kind of field is edited in the panel, refused with the name of the field, and shown to visitors", async ({
  page,
  furrow,
}) => {
  await signInOnce(page, furrow);
  await openPanel(page, "/setting");
  const { banner } = blocks;
  const [shown] = await recordsOf(page, banner);
  const headers = { origin: furrow.url };
  await page.request.delete(`/api${banner.calls[0]?.read}/${shown?._id}`, { headers });

  for (const key of everyKind) {
    const block: Block = blocks[key];
    const isAdded = block.shape === "collection" || block.name === banner.name;
    const form = await openForm(page, block);
    const values = writtenAnew(block);
    await fill(form, block, values);
    const publish = form.getByRole("button", {
      name: isAdded ? "Add and publish" : "Publish",
      exact: true,
    });
    const changed = textFieldOf(block);
    if (key === "banner") {
      const required = form.locator(`[name="${changed}"]`);
      await required.fill("");
      await publish.click();
      const refusal = `${block.fields[changed]?.label} is required`;
      await expect(required).toHaveAccessibleDescription(new RegExp(refusal));
      await expect(required).toBeFocused();
      await required.fill(values[changed] ?? "");
    }
    await publish.click();
    const message = isAdded ? block.messages.created : block.messages.updated;
    // A toast waits while others are shown.
    await expect(page.getByText(message, { exact: true }).first()).toBeVisible({
      timeout: scaled(20_000),
    });
    const records: AnyRecord[] = await recordsOf(page, block);
    const stored = publicFields(block).map((name) => [name, values[name]]);
    expect(records.at(-1)).toMatchObject(Object.fromEntries(stored));
    const address = addressShowing(key);
    if (address === undefined) continue;
    expect(await seenByVisitors(furrow, address)).toContain(asHtml(values[changed] ?? ""));
  }
  // The form that adds a single record becomes the link that edits the record.
  await goToScreen(page, listPathOf(banner));
  await expect(page.getByRole("link", { name: "Edit Banner Section" })).toBeVisible();
});
