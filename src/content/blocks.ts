import { about } from "./blocks/about.ts";
import { banner } from "./blocks/banner.ts";
import { callToAction } from "./blocks/call-to-action.ts";
import { contactSection } from "./blocks/contact-section.ts";
import { copyright } from "./blocks/copyright.ts";
import { counters } from "./blocks/counters.ts";
import { experience } from "./blocks/experience.ts";
import { footerAbout } from "./blocks/footer-about.ts";
import { footerAddress } from "./blocks/footer-address.ts";
import { footerSocial } from "./blocks/footer-social.ts";
import { logo } from "./blocks/logo.ts";
import { paymentEmail } from "./blocks/payment-email.ts";
import { pricingPackages } from "./blocks/pricing-packages.ts";
import { serviceHeading } from "./blocks/service-heading.ts";
import { serviceItems } from "./blocks/service-items.ts";
import { testimonialHeading } from "./blocks/testimonial-heading.ts";
import { testimonials } from "./blocks/testimonials.ts";

/**
 * Every block of the site. A key names the block where pages read the whole site at once
 * (`site-content.ts`); the order is the one in which the admin panel lists them.
 */
export const blocks = {
  logo,
  banner,
  serviceHeading,
  serviceItems,
  about,
  pricingPackages,
  testimonialHeading,
  testimonials,
  contactSection,
  counters,
  callToAction,
  experience,
  footerAddress,
  footerSocial,
  footerAbout,
  copyright,
  paymentEmail,
} as const;

export type Blocks = typeof blocks;
