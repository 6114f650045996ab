import { randomUUID } from "node:crypto";
import type { Migration } from "kysely/migration";
import type { AnyDatabase } from "./folding.ts";

const menus = {
  "header-menu-entry": {
    Home: "/",
    Services: "/#service",
    "About Us": "/#about-sec",
    Pricing: "/#pricing",
    Testimonial: "/#testimonial",
    "Contact Us": "/#contact-sec",
    "Free check": "/seo-check/",
  },
  "footer-menu-entry": {
    Service: "/service/",
    Pricing: "/pricing/",
    Contact: "/contact",
    "SEO check": "/seo-check/",
    "Privacy policy": "/privacy",
    "Terms of service": "/terms",
    "Refund policy": "/refunds",
  },
} as const;

/** Blocks whose title was the label of their link in the footer. */
const titled: Readonly<Record<string, string>> = {
  "/privacy": "privacy-policy",
  "/terms": "terms",
  "/refunds": "refund-policy",
};

/** Stores the menus that pages had while they were fixed, so that the owner can change them. */
export const migration: Migration = {
  async up(db: AnyDatabase) {
    const rows = await db
      .selectFrom("content_records")
      .select(["block", "field_values", "created_at"])
      .where("deleted_at", "is", null)
      .execute();
    // The program stores the menus of a new installation with its other content.
    if (rows.length === 0) return;
    // As old as the site, so that its earlier days have the menus too.
    const at = Math.min(...rows.map(({ created_at }) => Number(created_at)));
    const titleOf = (path: string): string | undefined => {
      const row = rows.find(({ block }) => block === titled[path]);
      return row && (JSON.parse(row.field_values) as { legalTitle?: string }).legalTitle;
    };
    for (const [block, entries] of Object.entries(menus)) {
      for (const [index, [label, path]] of Object.entries(entries).entries()) {
        const id: string = randomUUID();
        const entryLabel = titleOf(path) || label;
        const field_values = JSON.stringify({
          entryLabel,
          leadsTo: path,
          entryPlace: "In the menu",
        });
        await db
          .insertInto("content_records")
          .values({
            id,
            block,
            position: index + 1,
            field_values,
            revision: 1,
            created_at: at,
            updated_at: at,
            author: "demonstration",
            published_at: at,
          })
          .execute();
        await db
          .insertInto("content_history")
          .values({
            id: randomUUID(),
            record_id: id,
            block,
            revision: 1,
            action: "created",
            field_values,
            author: "demonstration",
            at,
          })
          .execute();
      }
    }
  },
};
