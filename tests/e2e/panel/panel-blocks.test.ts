import type { Locator, Page } from "@playwright/test";
import { blocks } from "#content/model/blocks.ts";
import { type AnyRecord, type Block, publicFields } from "#content/model/define.ts";
import { listPathOf } from "#content/model/record-paths.ts";
import { expect, test } from "../../support/browser/journey.ts";
import { goToScreen, openPanel, signInOnce } from "../../support/browser/panel.ts";
import { addressShowing, asHtml, textFieldOf } from "../../support/screens/shown-blocks.ts";

// A separate site, because the test changes all of its content.
test.use({ furrowSettings: { OWNER_EMAIL: "blocks@furrow.example" } });

/** New values for a block: changed versions of the demonstration texts. */
function writtenAnew(block: Block): Record<string, string> {
  const seed = (block.seed[0] ?? {}) as Readonly<Record<string, string>>;
  return Object.fromEntries(
    Object.entries(block.fields).map(([name, field]) => {
      const value = seed[name] ?? "";
      switch (field.kind) {
        case "text":
        case "paragraph":
          return [name, value === "" ? "" : `New: ${value}`.slice(0, field.maxLength).trim()];
        case "url":
          // Changes a URL only if it is the block's label field, as in a redirect, whose old URL
          // must be unique.
          return [name, name === block.labelField ? `${value}-new` : value];
        case "email":
          return [name, `new-${value}`];
        case "image":
          return [name, value === "" ? "" : `${value}?new`];
        default:
          return [name, value];
      }
    }),
  );
}

async function fill(form: Locator, block: Block, values: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(values)) {
    const input = form.locator(`[name="${name}"]`);
    const kind = block.fields[name]?.kind;
    if (kind === "choice") await input.selectOption(value);
    else if (kind === "mark") await input.setChecked(value !== "");
    else if (kind === "drawing") await form.getByRole("radio", { name: value || "none" }).check();
    else await input.fill(value);
  }
}

function valuesIn(form: Locator): Promise<Record<string, string>> {
  return form.evaluate((element: HTMLFormElement) => {
    const fields = [...element.querySelectorAll<HTMLInputElement>("[name]")];
    return Object.fromEntries(
      fields
        .filter(({ type, checked }) => type !== "radio" || checked)
        .map(({ name, type, value, checked }) => {
          if (type === "checkbox") return [name, checked ? "Yes" : ""];
          return [name, value];
        }),
    );
  });
}

/** Names of edit links that the specification gives letter for letter. */
const specifiedLinks: Readonly<Record<string, string>> = {
  banner: "Edit Banner Section",
  about: "Update About Section",
};

/** Opens the form of a block's record, or the form that adds a record to a list. */
async function openForm(page: Page, block: Block): Promise<Locator> {
  await goToScreen(page, listPathOf(block));
  if (block.shape === "singleton") {
    const name = specifiedLinks[block.name] ?? `Edit ${block.title}`;
    await page.getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("heading", { name: `Update ${block.title}` })).toBeVisible();
  } else {
    const list = page.locator("section").filter({
      has: page.getByRole("heading", { name: block.title, exact: true, level: 2 }),
    });
    await list.getByRole("button", { name: "Add" }).click();
  }
  return page.getByRole("form", { name: block.singular ?? block.title, exact: true });
}

/**
 * One email template and one search listing, because the forms of all email templates are alike,
 * and the forms of all search listings too. The API tests cover every block.
 */
const inPanel: readonly Block[] = [blocks.letterOrderPlaced, blocks.listingHome];
const written = (Object.entries(blocks) as [string, Block][]).filter(
  ([, block]) => inPanel.includes(block) || block.shownAs === undefined,
);

/** All tests share one page, so that the panel's scripts are loaded once. */
let page: Page;
test.beforeAll(async ({ browser, furrow }) => {
  page = await browser.newPage({ baseURL: furrow.url });
  await signInOnce(page, furrow);
  await openPanel(page, "/setting");
});
test.afterAll(() => page.close());

for (const [key, block] of written) {
  const isShown = addressShowing(key) !== undefined;
  const ending = isShown ? "visitors read it at once" : "it is stored";
  const { title } = block;
  test(`the admin edits ${title} (${block.name}) in the panel, and ${ending}`, async ({
    playwright,
    furrow,
  }) => {
    const values = writtenAnew(block);
    const changed = textFieldOf(block);
    const form = await openForm(page, block);
    await fill(form, block, values);

    const required = form.locator(`[name="${changed}"]`);
    await required.fill("");
    await form.getByRole("button", { name: /^(Add and publish|Publish)$/ }).click();
    const label = block.fields[changed]?.label ?? "";
    await expect(form.getByText(`${label} is required.`)).toBeVisible();
    await expect(required).toHaveAttribute("aria-invalid", "true");
    await expect(required).toHaveAccessibleDescription(new RegExp(`${label} is required`));
    await expect(required).toBeFocused();
    expect(await valuesIn(form)).toMatchObject({ ...values, [changed]: "" });

    const text = values[changed] ?? "";
    await required.fill(text);
    await form.getByRole("button", { name: /^(Add and publish|Publish)$/ }).click();
    const { created, updated } = block.messages;
    const message = block.shape === "singleton" ? updated : created;
    await expect(page.getByText(message, { exact: true })).toBeVisible();

    const path = `/api${block.calls[0]?.list[0]}`;
    const records: AnyRecord[] = await (await page.request.get(path)).json();
    const read = publicFields(block).map((name) => [name, values[name]]);
    expect(records.at(-1)).toMatchObject(Object.fromEntries(read));

    const address = addressShowing(key);
    if (address === undefined) return;
    const visitor = await playwright.request.newContext({ baseURL: furrow.url });
    const html = await (await visitor.get(address)).text();
    expect(html).toContain(asHtml(text));
    await visitor.dispose();
  });
}
