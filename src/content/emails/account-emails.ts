import { defineEmail } from "./define-email.ts";

/** Email templates about accounts and invitations. */
export const accountEmails = {
  welcome: defineEmail({
    name: "welcome",
    title: "Mail: welcome",
    placeholders: { email: "ann@example.com" },
    subject: "Welcome to the field",
    words: [
      "Your account is ready: you sign in with {email}.",
      "Choose a plan whenever you like. You will find your orders on your dashboard, and a person answers when you write to us.",
    ],
    buttonText: "Go to your dashboard",
    reason: "You are receiving this email because an account with your address was opened here.",
  }),
  verifyAddress: defineEmail({
    name: "verify-address",
    title: "Mail: verify address",
    placeholders: { email: "ann@example.com" },
    subject: "Is this your address?",
    words: [
      "Someone, hopefully you, registered an account with {email}.",
      "Please confirm that this is your address. The link is valid for one day.",
      "If it was not you, you can ignore this email.",
    ],
    buttonText: "Yes, confirm it",
    reason: "You are receiving this email because your address was entered for an account here.",
  }),
  resetPassword: defineEmail({
    name: "reset-password",
    title: "Mail: reset password",
    placeholders: { email: "ann@example.com" },
    subject: "Set a new password",
    words: [
      "Someone, hopefully you, asked to reset the password for {email}.",
      "The link works once, within one hour. If it was not you, ignore this email: your password stays the same.",
    ],
    buttonText: "Set a new password",
    reason: "You are receiving this email because a password reset was requested for your address.",
  }),
  passwordChanged: defineEmail({
    name: "password-changed",
    title: "Mail: password changed",
    placeholders: { email: "ann@example.com" },
    subject: "Your password was changed",
    words: [
      "The password for {email} has just been changed, and all other devices were signed out.",
      "If that was you, there is nothing to do. If not, reset your password now: that signs everyone else out.",
    ],
    buttonText: "Set a new password",
    reason: "You are receiving this email because the password of your account here was changed.",
  }),
  invitation: defineEmail({
    name: "invitation",
    title: "Mail: invitation",
    placeholders: { email: "colleague@example.com", invitedBy: "owner@example.com" },
    subject: "You are invited to manage the site",
    words: [
      "{invitedBy} has made {email} an admin of the site.",
      "Set a password to get started. The link works once, within seven days.",
    ],
    buttonText: "Set a password",
    reason: "You are receiving this email because an admin of this site entered your address.",
  }),
  madeAdmin: defineEmail({
    name: "made-admin",
    title: "Mail: made an admin",
    placeholders: { email: "colleague@example.com", invitedBy: "owner@example.com" },
    subject: "You are now an admin",
    words: [
      "{invitedBy} has made {email} an admin of the site.",
      "You already have an account: sign in as usual to open the admin panel.",
    ],
    buttonText: "Open the panel",
    reason: "You are receiving this email because an admin of this site entered your address.",
  }),
} as const;
