import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { ArticleEntry } from "#content/articles/article-entry.ts";
import { banner } from "#content/blocks/banner.ts";
import { blocks } from "#content/model/blocks.ts";
import type { Block } from "#content/model/define.ts";
import { schemaOf } from "#content/model/schema-of.ts";
import type { SiteContent } from "#content/model/site-content.ts";
import { hostileText } from "../../../../tests/support/hostile-texts.ts";
import type { SectionDeclaration } from "./define-section.ts";
import { richExample } from "./rich-example.ts";
import { sectionKinds } from "./section-kinds.ts";

const site = Object.fromEntries(
  Object.entries(blocks as Record<string, Block>).map(([key, { seed, shape }]) => {
    const records = seed.map((values, index) => ({ _id: `${key}-${index}`, ...values }));
    return [key, shape === "singleton" ? records[0] : records];
  }),
) as unknown as SiteContent;

const article: ArticleEntry = {
  address: "/articles/slow-pages/",
  title: "Slow pages",
  summary: "Why they are slow.",
  picture: "/pictures/from-above.webp",
  author: "Ada",
  day: "2026-03-01",
  minutes: 4,
  topics: ["Repairs"],
};
const articles = [article, { ...article, address: "/articles/titles/", picture: "" }];

const kinds = [...sectionKinds.values()].map((kind) => [kind.name, kind] as const);

type Values = Readonly<Record<string, string>>;

/** A text of each kind in place of the values that the owner types. */
function typed({ fields, example }: SectionDeclaration, text: string): Values {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { kind }]) => {
      if (kind === "richText") return [name, richExample(`## ${text}`, text, `- ${text}`)];
      if (kind === "text") return [name, text];
      if (kind === "paragraph") return [name, `${text} | ${text} | ${text}\n${text}\n| ${text}`];
      return [name, example[name] ?? ""];
    }),
  );
}

const withoutOptional = ({ fields, example }: SectionDeclaration): Values =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { optional }]) => [
      name,
      optional ? "" : (example[name] ?? ""),
    ]),
  );

const variants: Readonly<Record<string, (kind: SectionDeclaration) => Values>> = {
  "its example": ({ example }) => example,
  "empty optional fields": withoutOptional,
  "no value at all": () => ({}),
  "very long words": (kind) => typed(kind, "Donaudampfschifffahrtsgesellschaft".repeat(5)),
  markup: (kind) => typed(kind, hostileText),
};

function shown({ Component }: SectionDeclaration, values: Values, id = "field-1", isTitle = false) {
  const markup = renderToStaticMarkup(
    <Component id={id} values={values} site={site} articles={articles} isTitle={isTitle} />,
  );
  // React renders preload links first.
  return markup.replace(/^(<link rel="preload"[^>]*>)+/, "");
}

describe.each(kinds)("The section kind %s", (name, kind) => {
  test("has an example that can be published, and a drawing", () => {
    const schema = schemaOf({ ...banner, fields: kind.fields } as Block);
    expect(schema.parse(kind.example)).toEqual(kind.example);
    expect(renderToStaticMarkup(kind.drawing)).toMatch(/^<svg .*aria-hidden="true"/);
    expect(kind.note).toMatch(/^[A-Z].*\.$/);
    for (const field of [kind.labelField, kind.headingField ?? kind.labelField]) {
      expect(kind.fields).toHaveProperty(field);
    }
  });

  test.each(Object.entries(variants))("is one element with %s", (_, valuesOf) => {
    const values = valuesOf(kind);
    const markup = shown(kind, values) + shown(kind, values, "field-2");
    expect(shown(kind, values)).toMatch(/^(<(section|header)[^>]* id="field-1"|$)/);
    const ids = [...markup.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(markup).not.toMatch(/<script|\sstyle=|\son[a-z]+="/i);
    const labelled = [...markup.matchAll(/\s(?:for|aria-labelledby)="([^"]*)"/g)];
    for (const [, id] of labelled) expect(ids).toContain(id);
  });

  test.each(Object.entries(variants))("has its headings in order with %s", (_, valuesOf) => {
    const values = valuesOf(kind);
    const isHeaded = (values[kind.headingField ?? ""] ?? "") !== "";
    for (const isTitle of isHeaded ? [false, true] : [false]) {
      const markup = shown(kind, values, "field-1", isTitle);
      const found = [...markup.matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
      let above = isTitle ? 0 : 1;
      for (const level of found) {
        expect(level).toBeLessThanOrEqual(above + 1);
        above = level;
      }
    }
  });

  test("titles its page if it says that it has a heading", () => {
    const isHeaded = kind.headingField !== undefined;
    expect([name, shown(kind, kind.example, "field-1", true).includes("<h1")]).toEqual([
      name,
      isHeaded,
    ]);
    expect(shown(kind, kind.example)).not.toContain("<h1");
  });
});

test("every kind that shows a form shows its rejected form, and no other", () => {
  const forms = kinds.map(([, kind]) => kind).filter(({ group }) => group === "Forms");
  expect(forms.map(({ name }) => name)).toEqual(["contactForm", "check"]);
  for (const { Component, example } of forms) {
    const rejected = (section: string) => {
      const values = { section, name: "", website: "not a site", message: "Typed words" };
      const form = { values, errors: { message: "Is too short.", website: "Is no website." } };
      return renderToStaticMarkup(<Component id="ask" values={example} site={site} form={form} />);
    };
    expect(rejected("ask")).toMatch(/Is too short|Is no website/);
    expect(rejected("ask")).toMatch(/Typed words|not a site/);
    expect(rejected("ask")).toContain('<input type="hidden" name="section" value="ask"/>');
    expect(rejected("ask")).not.toMatch(/<form[^>]* action=/);
    expect(rejected("other")).not.toMatch(/Is too short|Is no website|Typed words|not a site/);
  }
});

test("a section says that it is empty exactly when it renders nothing", () => {
  const emptySite = { ...site, pricingPackages: [], testimonials: [], faqItems: [] };
  const off = { ...emptySite, seoCheck: { ...site.seoCheck, isOn: "Switched off" } } as SiteContent;
  for (const [name, kind] of kinds) {
    for (const where of [site, off]) {
      for (const values of [kind.example, withoutOptional(kind)]) {
        const props = { values, site: where };
        const markup = renderToStaticMarkup(<kind.Component id="one" {...props} />);
        expect([name, kind.isEmpty?.(props) ?? false]).toEqual([name, markup === ""]);
      }
    }
  }
});

test("sections about records of the site show all of them, or the named ones", () => {
  const plans = sectionKinds.get("plans") as SectionDeclaration;
  const named = shown(plans, { names: "premium\n\nBASIC" });
  expect([...named.matchAll(/packet__name[^>]*>([^<]*)/g)].map(([, text]) => text)).toEqual([
    "Basic",
    "Premium",
  ]);
  const words = sectionKinds.get("testimonials") as SectionDeclaration;
  expect(shown(words, { names: "Ines Carvalho" })).not.toContain("Samuel Okafor");
  expect(shown(words, { names: "" })).toContain("Samuel Okafor");
  const newest = sectionKinds.get("newestArticles") as SectionDeclaration;
  expect(shown(newest, { topic: "repairs" })).toContain("Slow pages");
  expect(shown(newest, { topic: "Other" })).toBe("");
  const faq = sectionKinds.get("faq") as SectionDeclaration;
  expect(shown(faq, { questions: "" })).toContain("How long until I see something?");
});
