import { AppError } from "#platform/errors.ts";
import { listings } from "../addresses/listings.ts";
import { about } from "../blocks/about.ts";
import { addOns } from "../blocks/add-ons.ts";
import { articles } from "../blocks/articles.ts";
import { banner } from "../blocks/banner.ts";
import { briefQuestions } from "../blocks/brief-questions.ts";
import { callToAction } from "../blocks/call-to-action.ts";
import { contactSection } from "../blocks/contact-section.ts";
import { counters } from "../blocks/counters.ts";
import { designTemplates } from "../blocks/design-templates.ts";
import { experience } from "../blocks/experience.ts";
import { faqHeading, faqItems } from "../blocks/faq.ts";
import { featureHeading, featureItems } from "../blocks/features.ts";
import { copyright, footerAbout, footerAddress, footerSocial } from "../blocks/footer.ts";
import { privacyPolicy, refundPolicy, terms } from "../blocks/legal-pages.ts";
import { logo } from "../blocks/logo.ts";
import { look } from "../blocks/look.ts";
import { footerMenu, headerMenu } from "../blocks/menus.ts";
import { pages } from "../blocks/pages.ts";
import { paymentEmail } from "../blocks/payment-email.ts";
import { pricingPackages } from "../blocks/pricing-packages.ts";
import { redirects } from "../blocks/redirects.ts";
import { samples } from "../blocks/samples.ts";
import { sectionTitles } from "../blocks/section-titles.ts";
import { seoCheck } from "../blocks/seo-check.ts";
import { serviceHeading, serviceItems } from "../blocks/services.ts";
import { siteWords } from "../blocks/site-words.ts";
import { teamHeading, teamMembers } from "../blocks/team.ts";
import { testimonialHeading, testimonials } from "../blocks/testimonials.ts";
import { videoItems, videoSection } from "../blocks/video.ts";
import { workSteps } from "../blocks/work-steps.ts";
import { emailTemplates } from "../emails/email-templates.ts";
import type { Block } from "./define.ts";

/**
 * Every block of the site, in the order of the panel's lists. Pages read a public block by its key,
 * as in `site.banner` (`site-content.ts`).
 */
export const blocks = {
  look,
  logo,
  banner,
  serviceHeading,
  serviceItems,
  about,
  pricingPackages,
  addOns,
  briefQuestions,
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
  seoCheck,
  samples,
  sectionTitles,
  siteWords,
  footerAddress,
  footerSocial,
  footerAbout,
  copyright,
  headerMenu,
  footerMenu,
  privacyPolicy,
  terms,
  refundPolicy,
  designTemplates,
  paymentEmail,
  pages,
  articles,
  listingHome: listings.home,
  listingService: listings.service,
  listingPricing: listings.pricing,
  listingContact: listings.contact,
  listingCheck: listings.check,
  listingArticles: listings.articles,
  listingSampleMonth: listings.sampleMonth,
  listingSampleDelivery: listings.sampleDelivery,
  listingSampleCheck: listings.sampleCheck,
  listingPrivacy: listings.privacy,
  listingTerms: listings.terms,
  listingRefunds: listings.refunds,
  redirects,
  letterWelcome: emailTemplates.welcome.block,
  letterVerifyAddress: emailTemplates.verifyAddress.block,
  letterConfirmOldEmail: emailTemplates.confirmOldEmail.block,
  letterConfirmNewEmail: emailTemplates.confirmNewEmail.block,
  letterEmailChanged: emailTemplates.emailChanged.block,
  letterResetPassword: emailTemplates.resetPassword.block,
  letterChoosePassword: emailTemplates.choosePassword.block,
  letterPasswordChanged: emailTemplates.passwordChanged.block,
  letterSecondFactorOn: emailTemplates.secondFactorOn.block,
  letterSecondFactorOff: emailTemplates.secondFactorOff.block,
  letterPasskeyAdded: emailTemplates.passkeyAdded.block,
  letterNewDevice: emailTemplates.newDevice.block,
  letterLinkCode: emailTemplates.linkCode.block,
  letterOfferMade: emailTemplates.offerMade.block,
  letterOfferChanged: emailTemplates.offerChanged.block,
  letterOfferCode: emailTemplates.offerCode.block,
  letterApiKeyCreated: emailTemplates.apiKeyCreated.block,
  letterBackupCodeUsed: emailTemplates.backupCodeUsed.block,
  letterInvitation: emailTemplates.invitation.block,
  letterCompanyInvitation: emailTemplates.companyInvitation.block,
  letterMadeAdmin: emailTemplates.madeAdmin.block,
  letterRoleChanged: emailTemplates.roleChanged.block,
  letterRemovedFromTeam: emailTemplates.removedFromTeam.block,
  letterRemovedFromCompany: emailTemplates.removedFromCompany.block,
  letterOrderPlaced: emailTemplates.orderPlaced.block,
  letterOrderPlacedOwner: emailTemplates.orderPlacedOwner.block,
  letterPaymentReceived: emailTemplates.paymentReceived.block,
  letterInvoiceIssued: emailTemplates.invoiceIssued.block,
  letterCreditNoteIssued: emailTemplates.creditNoteIssued.block,
  letterInvoiceReplaced: emailTemplates.invoiceReplaced.block,
  letterInvoiceCorrectedOwner: emailTemplates.invoiceCorrectedOwner.block,
  letterNothingToPay: emailTemplates.nothingToPay.block,
  letterPaymentReceivedQuestions: emailTemplates.paymentReceivedQuestions.block,
  letterColleaguePaid: emailTemplates.colleaguePaid.block,
  letterColleaguePaidQuestions: emailTemplates.colleaguePaidQuestions.block,
  letterPaymentReceivedOwner: emailTemplates.paymentReceivedOwner.block,
  letterPaymentReviewOwner: emailTemplates.paymentReviewOwner.block,
  letterPaymentReminder: emailTemplates.paymentReminder.block,
  letterTransferAwaited: emailTemplates.transferAwaited.block,
  letterPaidAfterCancelling: emailTemplates.paidAfterCancelling.block,
  letterPaidAgain: emailTemplates.paidAgain.block,
  letterMoneyReturned: emailTemplates.moneyReturned.block,
  letterRefundFailed: emailTemplates.refundFailed.block,
  letterRefundAskedOwner: emailTemplates.refundAskedOwner.block,
  letterPaymentsChangedOwner: emailTemplates.paymentsChangedOwner.block,
  letterTestimonialGivenOwner: emailTemplates.testimonialGivenOwner.block,
  letterRefundDeclined: emailTemplates.refundDeclined.block,
  letterPaymentCancelled: emailTemplates.paymentCancelled.block,
  letterNothingToPayCancelled: emailTemplates.nothingToPayCancelled.block,
  letterBriefWanted: emailTemplates.briefWanted.block,
  letterBriefReminder: emailTemplates.briefReminder.block,
  letterBriefSentOwner: emailTemplates.briefSentOwner.block,
  letterOrderDelivered: emailTemplates.orderDelivered.block,
  letterMonthReport: emailTemplates.monthReport.block,
  letterOrderComplete: emailTemplates.orderComplete.block,
  letterDeliveryReminder: emailTemplates.deliveryReminder.block,
  letterDeliveryAcceptedOwner: emailTemplates.deliveryAcceptedOwner.block,
  letterChangesAskedOwner: emailTemplates.changesAskedOwner.block,
  letterOrderReopenedOwner: emailTemplates.orderReopenedOwner.block,
  letterOrderMessage: emailTemplates.orderMessage.block,
  letterOrderMessageOwner: emailTemplates.orderMessageOwner.block,
  letterOrderNews: emailTemplates.orderNews.block,
  letterCycleToPay: emailTemplates.cycleToPay.block,
  letterCycleOverdue: emailTemplates.cycleOverdue.block,
  letterCycleSuspended: emailTemplates.cycleSuspended.block,
  letterRenewalFailed: emailTemplates.renewalFailed.block,
  letterSubscriptionPaused: emailTemplates.subscriptionPaused.block,
  letterSubscriptionResumed: emailTemplates.subscriptionResumed.block,
  letterSubscriptionCancelled: emailTemplates.subscriptionCancelled.block,
  letterPaymentTakenBack: emailTemplates.paymentTakenBack.block,
  letterSubscriptionEnded: emailTemplates.subscriptionEnded.block,
  letterPlanChanged: emailTemplates.planChanged.block,
  letterPriceMoved: emailTemplates.priceMoved.block,
  letterCycleComplete: emailTemplates.cycleComplete.block,
  letterSubscriptionChangedOwner: emailTemplates.subscriptionChangedOwner.block,
  letterOrderNewsOwner: emailTemplates.orderNewsOwner.block,
  letterDailyNews: emailTemplates.dailyNews.block,
  letterOrderNewsWorker: emailTemplates.orderNewsWorker.block,
  letterOrderAssigned: emailTemplates.orderAssigned.block,
  letterDailyNewsOwner: emailTemplates.dailyNewsOwner.block,
  letterBackupFailedOwner: emailTemplates.backupFailedOwner.block,
  letterCopyFailedOwner: emailTemplates.copyFailedOwner.block,
  letterReleaseRefusedOwner: emailTemplates.releaseRefusedOwner.block,
  letterMessageReceived: emailTemplates.messageReceived.block,
  letterNewMessageOwner: emailTemplates.newMessageOwner.block,
  letterConfirmSubscription: emailTemplates.confirmSubscription.block,
  letterConfirmReport: emailTemplates.confirmReport.block,
  letterCheckReport: emailTemplates.checkReport.block,
  letterCheckResult: emailTemplates.checkResult.block,
} as const;

export type Blocks = typeof blocks;

const blocksByName = new Map((Object.values(blocks) as Block[]).map((one) => [one.name, one]));

/** Finds a block by its `name`, which the database, exports and REST paths use. */
export function findBlock(name: string): Block | undefined {
  return blocksByName.get(name);
}

/** Throws "not-found". */
export function blockNamed(name: string): Block {
  const block = findBlock(name);
  if (block === undefined) throw new AppError("not-found", "There is no such kind of content.");
  return block;
}
