import { expect, test } from "vitest";
import { demonstrationBusiness } from "#platform/business.ts";
import { olga, openContent } from "../../../tests/support/content.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { saveDraft } from "../drafts/save-draft.ts";
import { listHistory } from "../history/history.ts";
import { blocks } from "../model/blocks.ts";
import { readSiteContent } from "./content-store.server.ts";
import { updateRecord } from "./save-block.ts";
import { listStored } from "./stored-record.server.ts";
import { writeBusinessFacts } from "./write-business-facts.server.ts";

const meridian = {
  ...demonstrationBusiness,
  name: "Meridian $& Søn",
  address: "1 High Street, Bergen",
  phone: "+47 220 00 000",
  email: "hello@meridian.example",
};

describeStore("The facts about the business", (openDatabase) => {
  async function open() {
    const content = await openContent(await openDatabase());
    const write = (before: typeof meridian, after: typeof meridian) =>
      content.database.write((tx) =>
        writeBusinessFacts(tx, { actor: olga, at: content.clock(), before, after }),
      );
    return { content, write, site: () => readSiteContent(content.database.read) };
  }

  test("replace the example in every published text, with an entry in the history", async () => {
    const { content, write, site } = await open();
    const changed = await write(demonstrationBusiness, meridian);
    expect(changed).toEqual(
      expect.arrayContaining(["Footer address", "Footer about", "Copyright", "Testimonials"]),
    );
    const said = await site();
    expect(JSON.stringify(said)).not.toMatch(/\bFurrow\b|hello@furrow|010-0142|Mill Lane/);
    expect(said.copyright?.copyrightText).toBe("© Meridian $& Søn. Grown by hand.");
    expect(said.footerAddress).toMatchObject({
      location: meridian.address,
      phoneNumber: meridian.phone,
      emailAddress: meridian.email,
    });
    const history = await listHistory(content, olga, {
      recordId: said.footerAddress?._id ?? "",
    });
    expect(history[0]).toMatchObject({ action: "updated", author: "olga@example.com" });
  });

  test("follow later changes, and leave out what the owner has edited", async () => {
    const { content, write, site } = await open();
    const { _id } = await content.first(blocks.copyright);
    const own = { copyrightText: "© Furrow Ltd" };
    await updateRecord(content, olga, blocks.copyright, _id, own);
    await write(demonstrationBusiness, meridian);
    const changed = await write(meridian, { ...meridian, name: "Nord", phone: "" });
    expect(changed).not.toContain("Copyright");
    const said = await site();
    expect(said.copyright?.copyrightText).toBe("© Furrow Ltd");
    expect(said.footerAbout?.aboutFooterDetails).toMatch(/^Nord looks after/);
    expect(said.footerAddress?.phoneNumber).toBe(meridian.phone);
    expect(await write(meridian, meridian)).toEqual([]);
  });

  test("are written into drafts too, and keep the rest of a draft", async () => {
    const { content, write } = await open();
    const { _id } = await content.first(blocks.footerAbout);
    const edit = { values: { aboutFooterText: "Our own heading" } };
    await saveDraft(content, olga, blocks.footerAbout, _id, edit);
    await write(demonstrationBusiness, meridian);
    const [stored] = await listStored(content.database.read, blocks.footerAbout);
    expect(stored?.draft?.aboutFooterText?.text).toBe("Our own heading");
    expect(stored?.published?.aboutFooterDetails).toMatch(/^Meridian \$& Søn looks after/);
  });

  test("leave texts in which only the name changed to be replaced by the owner", async () => {
    const { content, write } = await open();
    await write(demonstrationBusiness, meridian);
    const stored = await listStored(content.database.read);
    const authors = new Map(stored.map(({ block, author }) => [block.name, author]));
    expect(authors.get("footer-about")).toBe("demonstration");
    expect(authors.get("footer-address")).toBe("olga@example.com");
  });
});
