import { defineEmail } from "./define-email.ts";

/** Email templates about messages and subscriptions. */
export const inboxEmails = {
  newMessageOwner: defineEmail({
    name: "new-message-owner",
    title: "Mail to you: new message",
    goesTo: "owner",
    placeholders: {
      senderName: "Ann Field",
      senderEmail: "ann@example.com",
      subject: "A question about Standard",
    },
    subject: "New message: {subject}",
    words: ["{senderName} ({senderEmail}) has written to you through the contact form."],
    buttonText: "Read the message",
    reason: "You are receiving this email because you receive this site's messages.",
  }),
  confirmSubscription: defineEmail({
    name: "confirm-subscription",
    title: "Mail: confirm the subscription",
    placeholders: { email: "ann@example.com" },
    subject: "Do you want notes from the field?",
    words: [
      "Someone, hopefully you, asked us to send our notes to {email}.",
      "Please confirm to subscribe. If it was not you, ignore this email: we send nothing without your confirmation.",
    ],
    buttonText: "Confirm my subscription",
    reason: "You are receiving this email because your address was entered in our subscribe form.",
  }),
} as const;
