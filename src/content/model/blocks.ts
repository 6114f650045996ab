import { AppError } from "../../platform/errors.ts";
import { listings } from "../addresses/listings.ts";
import { about } from "../blocks/about.ts";
import { banner } from "../blocks/banner.ts";
import { callToAction } from "../blocks/call-to-action.ts";
import { contactSection } from "../blocks/contact-section.ts";
import { copyright } from "../blocks/copyright.ts";
import { counters } from "../blocks/counters.ts";
import { designTemplates } from "../blocks/design-templates.ts";
import { experience } from "../blocks/experience.ts";
import { faqHeading } from "../blocks/faq-heading.ts";
import { faqItems } from "../blocks/faq-items.ts";
import { featureHeading } from "../blocks/feature-heading.ts";
import { featureItems } from "../blocks/feature-items.ts";
import { footerAbout } from "../blocks/footer-about.ts";
import { footerAddress } from "../blocks/footer-address.ts";
import { footerSocial } from "../blocks/footer-social.ts";
import { logo } from "../blocks/logo.ts";
import { paymentEmail } from "../blocks/payment-email.ts";
import { pricingPackages } from "../blocks/pricing-packages.ts";
import { privacyPolicy } from "../blocks/privacy-policy.ts";
import { redirects } from "../blocks/redirects.ts";
import { refundPolicy } from "../blocks/refund-policy.ts";
import { sectionTitles } from "../blocks/section-titles.ts";
import { serviceHeading } from "../blocks/service-heading.ts";
import { serviceItems } from "../blocks/service-items.ts";
import { teamHeading } from "../blocks/team-heading.ts";
import { teamMembers } from "../blocks/team-members.ts";
import { terms } from "../blocks/terms.ts";
import { testimonialHeading } from "../blocks/testimonial-heading.ts";
import { testimonials } from "../blocks/testimonials.ts";
import { videoItems } from "../blocks/video-items.ts";
import { videoSection } from "../blocks/video-section.ts";
import { workSteps } from "../blocks/work-steps.ts";
import { letters } from "../emails/email-templates.ts";
import type { Block } from "./define.ts";

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
  workSteps,
  featureHeading,
  featureItems,
  experience,
  teamHeading,
  teamMembers,
  videoSection,
  videoItems,
  counters,
  callToAction,
  faqHeading,
  faqItems,
  sectionTitles,
  footerAddress,
  footerSocial,
  footerAbout,
  copyright,
  privacyPolicy,
  terms,
  refundPolicy,
  designTemplates,
  paymentEmail,
  listingHome: listings.home,
  listingService: listings.service,
  listingPricing: listings.pricing,
  listingContact: listings.contact,
  listingPrivacy: listings.privacy,
  listingTerms: listings.terms,
  listingRefunds: listings.refunds,
  redirects,
  letterWelcome: letters.welcome.block,
  letterVerifyAddress: letters.verifyAddress.block,
  letterResetPassword: letters.resetPassword.block,
  letterPasswordChanged: letters.passwordChanged.block,
  letterInvitation: letters.invitation.block,
  letterMadeAdmin: letters.madeAdmin.block,
  letterOrderPlaced: letters.orderPlaced.block,
  letterOrderPlacedOwner: letters.orderPlacedOwner.block,
  letterPaymentReceived: letters.paymentReceived.block,
  letterPaymentReceivedOwner: letters.paymentReceivedOwner.block,
  letterPaidAfterCancelling: letters.paidAfterCancelling.block,
  letterPaidAgain: letters.paidAgain.block,
  letterMoneyReturned: letters.moneyReturned.block,
  letterPaymentCancelled: letters.paymentCancelled.block,
  letterOrderDelivered: letters.orderDelivered.block,
  letterNewMessageOwner: letters.newMessageOwner.block,
  letterConfirmSubscription: letters.confirmSubscription.block,
} as const;

export type Blocks = typeof blocks;

const blocksByName = new Map((Object.values(blocks) as Block[]).map((one) => [one.name, one]));

/** The block that is called so in the database, in exports and in addresses. */
export function findBlock(name: string): Block | undefined {
  return blocksByName.get(name);
}

/** The same. Throws "not-found" when there is none. */
export function blockNamed(name: string): Block {
  const block = findBlock(name);
  if (block === undefined) throw new AppError("not-found", "There is no such kind of content.");
  return block;
}
