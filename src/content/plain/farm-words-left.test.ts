import { beforeEach, expect, test } from "vitest";
import { demonstrationName } from "#platform/business.ts";
import {
  banner,
  olga,
  openContent,
  plans,
  type TestContent,
} from "../../../tests/support/content.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { saveDraft } from "../drafts/save-draft.ts";
import { blocks } from "../model/blocks.ts";
import { createRecord, updateRecord } from "../records/save-block.ts";
import { farmWordsLeft } from "./farm-words-left.ts";
import { swapWords } from "./swap-words.ts";

const { pages, faqItems, copyright, footerAddress, serviceItems } = blocks;

describeStore("What is left of the farm", (openDatabase) => {
  let content: TestContent;
  beforeEach(async () => {
    content = await openContent(await openDatabase());
  });

  const allLeft = () => farmWordsLeft(content.database.read, demonstrationName);
  /** Without the contact details in the foot of the page, which are the same in both words. */
  const left = async (name = demonstrationName) =>
    (await farmWordsLeft(content.database.read, name)).filter(
      ({ block }) => block !== footerAddress.name,
    );

  test("is much in a new installation, and no word after the swap", async () => {
    expect((await left()).length).toBeGreaterThan(80);
    await swapWords(content, olga, "plain");
    expect(await left()).toEqual([]);
    await swapWords(content, olga, "farm");
    const fields = (await left()).map(({ title, field }) => `${title}: ${field}`);
    expect(fields).toEqual(
      expect.arrayContaining([
        "Banner: Picture",
        "Services: Icon",
        "Pricing: Drawing",
        "Email: welcome: Subject",
      ]),
    );
  });

  test("are also the contact details of the invented business, until the owner's are there", async () => {
    await swapWords(content, olga, "plain");
    expect((await allLeft()).map(({ field, excerpt }) => [field, excerpt])).toEqual([
      ["Phone number", "+1 (555) 010-0142"],
      ["Email address", "hello@furrow.example"],
      ["Location", "14 Mill Lane, Fairfield"],
    ]);
    const { _id } = await content.first(footerAddress);
    const own = { phoneNumber: "+44 20 7946 0000", emailAddress: "a@b.example", location: "Here" };
    await updateRecord(content, olga, footerAddress, _id, own);
    expect(await allLeft()).toEqual([]);
  });

  test("names the record, the field and the words around, in texts and in drafts", async () => {
    await swapWords(content, olga, "plain");
    const [faq] = await content.onSite(faqItems);
    const id = faq?._id ?? "";
    const text = `${"Before. ".repeat(20)}We plough on.\nIt pays. ${"After. ".repeat(20)}`;
    await updateRecord(content, olga, faqItems, id, { ...withoutId(faq), accodingText: text });
    const { _id } = await content.first(banner);
    await saveDraft(content, olga, banner, _id, { values: { bannerHeading: "What we harvest" } });
    expect(await left()).toEqual([
      {
        block: "banner",
        title: "Banner",
        recordId: _id,
        label: "What we harvest",
        field: "Heading",
        isInDraft: true,
        excerpt: "What we harvest",
        path: `/banner/${_id}`,
      },
      expect.objectContaining({
        block: "faq-item",
        recordId: id,
        field: "Answer",
        isInDraft: false,
        excerpt: expect.stringMatching(/^….*Before\. We plough on\. It pays\..*…$/),
        path: `/faq-edit/${id}`,
      }),
    ]);
  });

  test("includes pictures, icons and drawings, also within the sections of a page", async () => {
    await swapWords(content, olga, "plain");
    const service = (await content.onSite(serviceItems))[0];
    const [plan] = await content.onSite(plans);
    await updateRecord(content, olga, serviceItems, service?._id ?? "", {
      ...withoutId(service),
      serviceIcon: "tractor",
    });
    await updateRecord(content, olga, plans, plan?._id ?? "", {
      ...withoutId(plan),
      packageDrawing: "carrots",
    });
    const texts = { line: "", heading: "Ours", details: "", look: "Rows", ground: "Paper" };
    const points = { ...texts, points: "gate | Keys | Yours." };
    const sections = JSON.stringify([
      {
        id: "points-1",
        kind: "points",
        values: points,
      },
    ]);
    const page = { ...pages.example, pageTitle: "Us", pageAddress: "/us/", sections };
    await createRecord(content, olga, pages, page);
    expect((await left()).map(({ excerpt }) => excerpt).toSorted()).toEqual([
      "Drawing: carrots",
      "Icon: gate",
      "Icon: tractor",
    ]);
  });

  test("does not include the name of the owner's business", async () => {
    await swapWords(content, olga, "plain");
    const { _id } = await content.first(copyright);
    await updateRecord(content, olga, copyright, _id, { copyrightText: "© Acre & Soil Ltd" });
    expect(await left("Acre & Soil")).toEqual([]);
    expect(await left("Acre")).toHaveLength(1);
  });
});

function withoutId(record: { readonly _id: string } | undefined): object {
  const { _id, ...values } = record ?? { _id: "" };
  return values;
}
