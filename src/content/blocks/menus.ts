import { defineBlock, type RecordOf } from "../model/define.ts";
import { choice, target, text } from "../model/fields.ts";

/** An entry below another one belongs to the last entry before it that stands in the menu itself. */
export const belowEntry = "Below the entry before it";
export const inMenu = "In the menu";

const seedOf = (entries: Readonly<Record<string, string>>) =>
  Object.entries(entries).map(
    ([entryLabel, leadsTo]) => ({ entryLabel, leadsTo, entryPlace: inMenu }) as const,
  );

interface MenuDeclaration {
  readonly part: "header" | "footer";
  readonly title: string;
  readonly seed: Readonly<Record<string, string>>;
}

function defineMenu({ part, title, seed }: MenuDeclaration) {
  return defineBlock({
    name: `${part}-menu-entry`,
    title,
    singular: "Menu entry",
    alsoCalled: ["navigation", "links"],
    shape: "collection",
    labelField: "entryLabel",
    besideName: "leadsTo",
    indentedWhen: { field: "entryPlace", value: belowEntry },
    fields: {
      entryLabel: text("Label", { maxLength: 120 }),
      leadsTo: target("Leads to", {
        optional: true,
        labels: { "": "No link: only a heading" },
        help: "An entry disappears while its page or section is not on the site. Without a link, an entry is the heading of the entries below it.",
      }),
      entryPlace: choice("Place", [inMenu, belowEntry], {
        byDefault: inMenu,
        help: "Visitors open an entry to see those below it.",
      }),
    },
    calls: [
      {
        list: [`/${part}-menu`],
        read: `/${part}-menu`,
        create: `/add-${part}-menu-entry`,
        update: `/${part}-menu`,
      },
    ],
    screens: { list: ["/edit-menus"], edit: [`/${part}-menu-entry`], title: "Menus" },
    messages: { created: "Menu Entry is Added", updated: "Menu Entry is Updated" },
    readBy: "everyone",
    seedMayStay: true,
    seed: seedOf(seed),
  });
}

export const headerMenu = defineMenu({
  part: "header",
  title: "Header menu",
  seed: {
    Home: "/",
    Services: "/#service",
    "About Us": "/#about-sec",
    Pricing: "/#pricing",
    Testimonial: "/#testimonial",
    "Contact Us": "/#contact-sec",
    "Free check": "/seo-check/",
  },
});

export const footerMenu = defineMenu({
  part: "footer",
  title: "Footer menu",
  seed: {
    Service: "/service/",
    Pricing: "/pricing/",
    Contact: "/contact",
    "SEO check": "/seo-check/",
    "Privacy policy": "/privacy",
    "Terms of service": "/terms",
    "Refund policy": "/refunds",
  },
});

export type MenuEntry = RecordOf<typeof headerMenu>;
