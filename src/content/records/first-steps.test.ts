import { expect, test } from "vitest";
import { type Business, demonstrationBusiness } from "#platform/business.ts";
import { noOwnAddresses } from "../../../tests/support/content.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { owner } from "../../../tests/support/orders/shop.ts";
import { listForEditing } from "../drafts/editable-record.ts";
import { blocks } from "../model/blocks.ts";
import { listFirstSteps, tickFirstStep } from "./first-steps.ts";
import { updateRecord } from "./save-block.ts";
import { seedContent } from "./seed-content.ts";

const clock = () => Date.UTC(2026, 10, 20);

describeStore("The first steps", (openDatabase) => {
  async function freshInstallation() {
    const database = await openDatabase();
    await seedContent(database, clock);
    const deps = { database, clock, ...noOwnAddresses };
    const done = async (
      hasSentMail = false,
      business: Business = demonstrationBusiness,
      takesMoney = false,
    ) =>
      (await listFirstSteps(deps, owner, { hasSentMail, business, takesMoney }))
        .filter(({ isDone }) => isDone)
        .map(({ name }) => name);
    return { deps, done };
  }

  test("are all open in a new installation, and are ticked off for what the owner has changed", async () => {
    const { deps, done } = await freshInstallation();
    expect(await done()).toEqual([]);
    const [logo] = await listForEditing(deps, owner, blocks.logo);
    await updateRecord(deps, owner, blocks.logo, logo?._id ?? "", { logo: "/media/ours" });
    const named = { ...demonstrationBusiness, name: "Meridian" };
    expect(await done(true, named, true)).toEqual(["logo", "payment", "mail"]);
    const known = { ...named, address: "1 High Street", email: "hello@meridian.example" };
    expect(await done(false, known)).toEqual(["business", "logo"]);
  });

  test("can be ticked off by hand only if Furrow cannot detect that they are done, and be dismissed", async () => {
    const { deps, done } = await freshInstallation();
    await tickFirstStep(deps, owner, "legal");
    await tickFirstStep(deps, owner, "legal");
    expect(await done()).toEqual(["legal"]);
    await expect(tickFirstStep(deps, owner, "payment")).rejects.toMatchObject({ code: "invalid" });
    await tickFirstStep(deps, owner, "dismissed");
    const facts = { hasSentMail: false, business: demonstrationBusiness, takesMoney: false };
    expect(await listFirstSteps(deps, owner, facts)).toEqual([]);
  });
});
