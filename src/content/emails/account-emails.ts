import { defineLetter } from "./define-email.ts";

/** Email templates about accounts and invitations. */
export const accountLetters = {
  welcome: defineLetter({
    name: "welcome",
    title: "Mail: welcome",
    placeholders: { email: "ann@example.com" },
    subject: "Welcome to the field",
    words: [
      "Your account is ready: you sign in with {email}.",
      "Choose a plan whenever you like. Everything about your orders stands on your dashboard, and a person answers when you write to us.",
    ],
    buttonText: "Go to your dashboard",
    reason: "You get this mail because an account with your address was opened here.",
  }),
  verifyAddress: defineLetter({
    name: "verify-address",
    title: "Mail: verify address",
    placeholders: { email: "ann@example.com" },
    subject: "Is this your address?",
    words: [
      "Somebody, we hope you, gave {email} as the address of an account.",
      "Confirm that it is yours, so that nobody else can use it here. The link works for one day.",
      "If it was not you, there is nothing to do.",
    ],
    buttonText: "Yes, it is mine",
    reason: "You get this mail because your address was entered for an account here.",
  }),
  resetPassword: defineLetter({
    name: "reset-password",
    title: "Mail: reset password",
    placeholders: { email: "ann@example.com" },
    subject: "Set a new password",
    words: [
      "Somebody, we hope you, asked for a new password for {email}.",
      "The link works once and for one hour. If it was not you, there is nothing to do: your password stays as it is.",
    ],
    buttonText: "Set a new password",
    reason: "You get this mail because a new password was asked for with your address.",
  }),
  passwordChanged: defineLetter({
    name: "password-changed",
    title: "Mail: password changed",
    placeholders: { email: "ann@example.com" },
    subject: "Your password was changed",
    words: [
      "The password of {email} was changed a moment ago, and every other device was signed out.",
      "If that was you, there is nothing to do. If it was not, set a new one now: whoever is signed in with your account is out with it.",
    ],
    buttonText: "Set a new password",
    reason: "You get this mail because the password of your account here was changed.",
  }),
  invitation: defineLetter({
    name: "invitation",
    title: "Mail: invitation",
    placeholders: { email: "colleague@example.com", invitedBy: "owner@example.com" },
    subject: "You are invited to run the site",
    words: [
      "{invitedBy} has made {email} an admin of the site.",
      "Set a password to begin. The link works once and for seven days.",
    ],
    buttonText: "Set a password",
    reason: "You get this mail because somebody who runs this site entered your address.",
  }),
  madeAdmin: defineLetter({
    name: "made-admin",
    title: "Mail: made an admin",
    placeholders: { email: "colleague@example.com", invitedBy: "owner@example.com" },
    subject: "You now run the site",
    words: [
      "{invitedBy} has made {email} an admin of the site.",
      "You have an account already: sign in as always, and the panel is open to you.",
    ],
    buttonText: "Open the panel",
    reason: "You get this mail because somebody who runs this site entered your address.",
  }),
} as const;
