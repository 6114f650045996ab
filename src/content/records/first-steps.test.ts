import { expect, test } from "vitest";
import { type Business, demonstrationBusiness } from "#platform/business.ts";
import { noOwnAddresses } from "../../../tests/support/content.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { owner } from "../../../tests/support/orders/shop.ts";
import { listForEditing } from "../drafts/editable-record.ts";
import { blocks } from "../model/blocks.ts";
import { listFirstSteps, tickFirstStep } from "./first-steps.ts";
import { updateRecord } from "./save-block.ts";
import { seedContent } from "./seed-content.ts";

const clock = () => Date.UTC(2026, 10, 20);

describeOnEachDatabase("The first steps", (openDatabase) => {
  async function freshInstallation() {
    const database = await openDatabase();
    await seedContent(database, clock);
    const deps = { database, clock, ...noOwnAddresses };
    const done = async (hasSentMail = false, business: Business = demonstrationBusiness) =>
      (await listFirstSteps(deps, owner, { hasSentMail, business }))
        .filter(({ isDone }) => isDone)
        .map(({ name }) => name);
    return { deps, done };
  }

  test("are all open in a new installation", async () => {
    const { deps, done } = await freshInstallation();
    expect(
      await listFirstSteps(deps, owner, { hasSentMail: false, business: demonstrationBusiness }),
    ).toHaveLength(6);
    expect(await done()).toEqual([]);
  });

  test("are ticked off for a changed logo, a changed payment email and a sent email", async () => {
    const { deps, done } = await freshInstallation();
    const [email] = await listForEditing(deps, owner, blocks.paymentEmail);
    await updateRecord(deps, owner, blocks.paymentEmail, email?._id ?? "", {
      paypalEmail: "till@shop.example",
    });
    const [logo] = await listForEditing(deps, owner, blocks.logo);
    await updateRecord(deps, owner, blocks.logo, logo?._id ?? "", { logo: "/media/ours" });
    expect(await done(true)).toEqual(["logo", "payment", "mail"]);
  });

  test("include the business until it has a name, an address and an email address", async () => {
    const { done } = await freshInstallation();
    const named = { ...demonstrationBusiness, name: "Meridian" };
    expect(await done(false, named)).toEqual([]);
    const known = { ...named, address: "1 High Street", email: "hello@meridian.example" };
    expect(await done(false, known)).toEqual(["business"]);
  });

  test("can be ticked off by hand only if Furrow cannot detect that they are done", async () => {
    const { deps, done } = await freshInstallation();
    await tickFirstStep(deps, owner, "legal");
    await tickFirstStep(deps, owner, "legal");
    expect(await done()).toEqual(["legal"]);
    await expect(tickFirstStep(deps, owner, "payment")).rejects.toMatchObject({ code: "invalid" });
  });

  test("disappear when the owner dismisses them", async () => {
    const { deps } = await freshInstallation();
    await tickFirstStep(deps, owner, "dismissed");
    expect(
      await listFirstSteps(deps, owner, { hasSentMail: false, business: demonstrationBusiness }),
    ).toEqual([]);
  });
});
