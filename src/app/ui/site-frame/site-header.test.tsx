import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { type LookRecord, look as lookBlock } from "#content/blocks/look.ts";
import { demonstrationLogo } from "#content/model/wordmark.ts";
import { lookOf } from "#look/look.ts";
import { demonstrationName } from "#platform/business.ts";
import type { MenuPlace } from "#seo/menu.ts";
import { LookProvider } from "../look-context.ts";
import { BrandLink, inOneRow } from "./site-header.tsx";

const entry = (label: string, count = 0): MenuPlace => ({
  id: label,
  label,
  href: "/",
  below: Array.from({ length: count }, (_, index) => ({ id: `${index}`, label: "A", href: "/" })),
});

const labels = (places: readonly MenuPlace[]) => places.map(({ label }) => label);

test("the header shows the entries that fit, and the others under “More”", () => {
  const seven = ["Home", "Services", "About Us", "Pricing", "Testimonial", "Contact Us"].map(
    (label) => entry(label),
  );
  expect(inOneRow([...seven, entry("Free check")]).more).toEqual([]);
  const { shown, more } = inOneRow([...seven, entry("Free check"), entry("Articles", 2)]);
  expect(labels(shown)).toEqual(labels(seven));
  expect(labels(more)).toEqual(["Free check", "Articles"]);
  const sixty = Array.from({ length: 60 }, (_, index) => entry(`Town number ${index}`, 1));
  const long = inOneRow(sixty);
  expect(long.shown).toHaveLength(4);
  expect(labels([...long.shown, ...long.more])).toEqual(labels(sixty));
});

function brandIn(values: Partial<LookRecord>, address: string = demonstrationLogo): string {
  const [seed] = lookBlock.seed;
  return renderToStaticMarkup(
    <LookProvider value={lookOf({ _id: "1", ...seed, ...values } as LookRecord)}>
      <BrandLink
        logo={{ _id: "2", logo: address, darkLogo: "", siteIcon: "" }}
        name={demonstrationName}
      />
    </LookProvider>,
  );
}

test("the drawn logo of the demonstration gives way to its name where it could not be seen", () => {
  const night = { ground: "#101418", ink: "#eef0f2" };
  expect(brandIn({})).toContain(demonstrationLogo);
  expect(brandIn({ ground: "#ffffff" })).toContain(demonstrationLogo);
  expect(brandIn(night)).not.toContain("<img");
  expect(brandIn({ darkGround: "#ffffff", darkInk: "#101010" })).not.toContain("<img");
  expect(brandIn({ design: "Studio" })).not.toContain("<img");
  expect(brandIn(night, "/pictures/own.svg")).toContain("/pictures/own.svg");
});
