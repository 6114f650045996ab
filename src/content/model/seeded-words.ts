import type { SiteWords } from "../blocks/site-words.ts";

/**
 * The words of a new installation. Not in the block's file, because browsers get blocks without
 * their seeds, and the preview of the panel needs these words as well.
 */
export const seededWords = {
  servicePageHeading: "Our services",
  messageSent: "Your message has been sent",
  answerTime: "one working day",
  subscriptionSent: "Your subscription request has been sent",
  dashboardHeading: "Welcome to your dashboard",
  signOutButton: "Sign out",
  numberColumn: "No.",
  payButton: "Pay Now With PayPal",
};

type Words = Omit<SiteWords, "_id">;

/**
 * The owner's words. A site without the record shows the seeded words, but promises no time that
 * its owner has not chosen.
 */
export function wordsOf(site: { readonly siteWords: SiteWords | undefined }): Words {
  return site.siteWords ?? { ...seededWords, answerTime: "" };
}
