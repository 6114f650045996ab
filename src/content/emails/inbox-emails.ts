import { defineLetter } from "./define-email.ts";

/** Email templates about messages and subscriptions. */
export const inboxLetters = {
  newMessageOwner: defineLetter({
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
    reason: "You get this mail because messages to this site are told to you.",
  }),
  confirmSubscription: defineLetter({
    name: "confirm-subscription",
    title: "Mail: confirm the subscription",
    placeholders: { email: "ann@example.com" },
    subject: "Do you want notes from the field?",
    words: [
      "Somebody, we hope you, asked us to send notes to {email}.",
      "Confirm it, and you are on the list. If it was not you, there is nothing to do: without your word we send nothing.",
    ],
    buttonText: "Yes, put me on the list",
    reason: "You get this mail because your address was entered for our notes.",
  }),
} as const;
