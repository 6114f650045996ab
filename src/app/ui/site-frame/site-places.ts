import type { SiteContent } from "../../../content/model/site-content.ts";
import { addressOf, type PublicPage } from "../../../seo/public-pages.ts";

export interface SitePlace {
  readonly href: string;
  readonly label: string;
}

interface Section {
  readonly id: string;
  readonly label: string;
  /** As the section itself decides it: without records it has no element. */
  readonly isThere: (site: SiteContent) => boolean;
  /** Where the same is to be found, or to be asked for, while the section is not there. */
  readonly page?: PublicPage;
}

const sections: readonly Section[] = [
  {
    id: "service",
    label: "Services",
    isThere: (site) => site.serviceHeading !== undefined || site.serviceItems.length > 0,
    page: "service",
  },
  { id: "about-sec", label: "About Us", isThere: (site) => site.about !== undefined },
  {
    id: "pricing",
    label: "Pricing",
    isThere: (site) => site.pricingPackages.length > 0,
    page: "pricing",
  },
  {
    id: "testimonial",
    label: "Testimonial",
    isThere: (site) => site.testimonialHeading !== undefined || site.testimonials.length > 0,
  },
  {
    id: "contact-sec",
    label: "Contact Us",
    isThere: (site) => site.contactSection.length > 0,
    page: "contact",
  },
];

/** Where the menu leads: to each section of the landing page that is there, or to the page it has. */
export function sitePlaces(site: SiteContent): SitePlace[] {
  return [
    { href: "/", label: "Home" },
    ...sections.flatMap(({ id, label, isThere, page }) => {
      if (isThere(site)) return { href: `/#${id}`, label };
      return page === undefined ? [] : { href: addressOf(site, page), label };
    }),
  ];
}
