import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { blocks } from "#content/model/blocks.ts";
import type { Block } from "#content/model/define.ts";
import type { SiteContent } from "#content/model/site-content.ts";
import { designs } from "#look/designs.ts";
import { type Look, lookOf } from "#look/look.ts";
import { sectionKinds } from "../landing/kinds/section-kinds.ts";
import { pageSections } from "../landing/page-sections.tsx";
import { TeamSection } from "../landing/sections/service/team-section.tsx";
import { AccountPage } from "../ui/customer/account-page.tsx";
import { ThanksMessage } from "../ui/customer/message-pages.tsx";
import { Receipt } from "../ui/customer/receipt.tsx";
import { Drawings } from "../ui/drawings/drawings.tsx";
import { LookProvider } from "../ui/look-context.ts";
import { PanelFrame } from "../ui/site-frame/panel-frame.tsx";
import { SiteFooter } from "../ui/site-frame/site-footer.tsx";
import { CollectSheets, PageSheets } from "../ui/styles/style-sheets.ts";
import { sheetsOfLook } from "./look-sheets.ts";

const field = lookOf(undefined);
const plain: Look = { ...field, hasDrawings: false };

const records = Object.entries(blocks as Record<string, Block>).map(
  ([key, { seed, shape }]): [string, unknown] => {
    const all = seed.map((values, index) => ({ _id: `${key}-${index}`, ...values }));
    return [key, shape === "singleton" ? all[0] : all];
  },
);
const site = Object.fromEntries(records) as unknown as SiteContent;

function shown(look: Look, content: ReactNode) {
  const sheets = new PageSheets();
  const markup = renderToStaticMarkup(
    <CollectSheets value={sheets}>
      <LookProvider value={look}>{content}</LookProvider>
    </CollectSheets>,
  );
  return { markup, sheets: sheets.inOrder().map(({ order }) => order) };
}

/** Symbols, classes and pictures of the drawn farm, but not of the owner's content. */
const drawn =
  /href="#(?:sprout|furrow)|class="[^"]*\b(?:packet|bed-|ground-line|furrow-|calendar|sprout|step--)|d="M2 0C3 16/;

const parts: readonly (readonly [string, ReactNode])[] = [
  ["the symbols", <Drawings key="" />],
  [
    "the frame of the panel around account pages",
    <PanelFrame key="" places={[]} businessName="Meridian" email="a@example.com">
      Your account
    </PanelFrame>,
  ],
  [
    "the footer",
    <SiteFooter
      key=""
      about={site.footerAbout}
      address={site.footerAddress}
      social={site.footerSocial}
      copyright={site.copyright}
      titles={site.sectionTitles}
      menu={[]}
      quiet={false}
    />,
  ],
  [
    "a receipt",
    <Receipt key="" title="Order 12" plan="Basic" drawing="radishes" total="149.00 USD" />,
  ],
  [
    "a message of thanks",
    <ThanksMessage key="" title="Thank you">
      Sent.
    </ThanksMessage>,
  ],
  ...Object.entries(pageSections).flatMap(([page, sections]) =>
    sections.map(({ id, render }) => [`${page}#${id}`, render(site)] as const),
  ),
  ...[...sectionKinds.values()].map(
    ({ name, example, Component }) =>
      [
        `a section of the kind ${name}`,
        <Component key="" id="section" values={example} site={site} isTitle={false} />,
      ] as const,
  ),
];

describe("Without drawings", () => {
  test.each(parts)("%s has none of the farm", (_, part) => {
    expect(shown(plain, part).markup.match(drawn)?.[0]).toBeUndefined();
  });

  test("some of them have drawings in Field", () => {
    const withDrawings = parts.filter(([, part]) => drawn.test(shown(field, part).markup));
    expect(withDrawings.length).toBeGreaterThan(15);
  });

  test("the account pages have no picture of the field", () => {
    const page = <AccountPage title="Log in">A form</AccountPage>;
    expect(shown(field, page).markup).toContain("/pictures/first-light");
    expect(shown(plain, page).markup).not.toContain("/pictures/");
  });

  test("a member of the team without a portrait has an initial", () => {
    const [seeded] = site.teamMembers;
    const members = seeded && [{ ...seeded, teamMemberImg: "/patterns/rings-small.svg" }];
    const team = <TeamSection heading={undefined} members={members ?? []} />;
    expect(shown(plain, team).markup).toContain('aria-hidden="true">O</span>');
    expect(shown(plain, team).markup).not.toContain("/patterns/");
    expect(shown(field, team).markup).toContain("/patterns/");
  });

  test("the landing page neither inlines the picture of the morning nor has one of the night", () => {
    const banner = pageSections.home.find(({ id }) => id === "banner")?.render(site);
    const [day, night] = ["ui/pictures/first-view.css", "night-field"];
    expect(shown(field, banner).sheets.join()).toContain(day);
    expect(shown(field, banner).markup).toContain(night);
    expect(shown(plain, banner).sheets.join()).not.toContain(day);
    expect(shown(plain, banner).markup).not.toContain(night);
  });
});

describe("The sheets of a look", () => {
  const namesOf = (look: Look) => {
    const sheets = new PageSheets();
    for (const sheet of sheetsOfLook(look)) sheets.add(sheet);
    return sheets.inOrder().map(({ order }) => order.replace(/^.*looks\//, ""));
  };

  test("are none for Field, so that its pages stay as they are", () => {
    expect(namesOf(field)).toEqual([]);
    expect(namesOf(plain)).toEqual(["plain.css"]);
  });

  test("are those of the design after those without drawings, and the pictures' last", () => {
    const studio: Look = { ...plain, design: "Studio", pictures: "Framed" };
    expect(designs.Studio.hasDrawings).toBe(false);
    expect(namesOf(studio)).toEqual(["plain.css", "studio.css", "with-framed-pictures.css"]);
    const print: Look = { ...plain, design: "Print", pictures: "Toned" };
    expect(namesOf(print)).toEqual(["plain.css", "print.css", "with-toned-pictures.css"]);
  });
});
