import { defineEmail, type EmailTemplate } from "./define-email.ts";
import { subscriptionEmails } from "./subscription-emails.ts";

/** Text of the link that cancels an order left before paying. */
export const declineText = "No, thank you";

const order = {
  customerName: "Ann Field",
  customerEmail: "ann@example.com",
  orderNumber: "1042",
  plan: "Standard",
  amount: "$299.00",
} as const;

/** {payerName} is the person of the company who has paid, or "Your company". */
const paidOrder = { ...order, payerName: "Ben Field" } as const;

const orderMessages = {
  ...order,
  messages: "We start on Monday.",
} as const;

const orderNews = {
  ...order,
  news: "Your order 1042 is delivered\nDelivery: 2",
} as const;

const assignedOrder = {
  customerName: order.customerName,
  orderNumber: order.orderNumber,
  plan: order.plan,
} as const;

const orderWork = {
  ...assignedOrder,
  news: "Ann Field wrote about order 1042\n\nWe start on Monday.",
} as const;

const dailyNews = {
  date: "Nov 25, 2026",
  news: "Order 1042, Standard\nYour order 1042 is delivered\nDelivery: 2",
} as const;

const offer = {
  customerName: "Ann Example",
  email: "ann@example.com",
  offer: "Standard",
  amount: "$249.00",
  lastDay: "Dec 24, 2026",
} as const;

const forCustomer =
  "You are receiving this email because you or your company placed an order here.";
const forColleague = "You are receiving this email because your company placed an order here.";

export const accountEmails = {
  welcome: defineEmail({
    name: "welcome",
    title: "Email: welcome",
    placeholders: { email: "ann@example.com" },
    subject: "Welcome to the field",
    words: [
      "Your account is ready: you log in with {email}.",
      "Choose a plan whenever you like. You will find your orders on your dashboard, and a person answers when you write to us.",
    ],
    buttonText: "Go to your dashboard",
    reason: "You are receiving this email because an account with your address was opened here.",
  }),
  verifyAddress: defineEmail({
    name: "verify-address",
    title: "Email: verify address",
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
  confirmOldEmail: defineEmail({
    name: "confirm-old-email",
    title: "Email: change of address, to the old address",
    placeholders: { email: "ann@example.com", newEmail: "ann@example.org" },
    subject: "Do you want to change your email address?",
    words: [
      "Someone, hopefully you, asked to change the address of your account from {email} to {newEmail}.",
      "The address changes when both addresses have confirmed it. The link is valid for one day.",
      "If it was not you, open the link and stop the change, then set a new password.",
    ],
    buttonText: "Confirm or stop the change",
    reason: "You are receiving this email because this is the address of your account here.",
  }),
  confirmNewEmail: defineEmail({
    name: "confirm-new-email",
    title: "Email: change of address, to the new address",
    placeholders: { email: "ann@example.com", newEmail: "ann@example.org" },
    subject: "Is this your new address?",
    words: [
      "Someone, hopefully you, asked to use {newEmail} for the account that now has {email}.",
      "Please confirm that this is your address. The link is valid for one day.",
      "If it was not you, you can ignore this email.",
    ],
    buttonText: "Confirm my new address",
    reason: "You are receiving this email because your address was entered for an account here.",
  }),
  emailChanged: defineEmail({
    name: "email-changed",
    title: "Email: address changed",
    placeholders: { email: "ann@example.com", newEmail: "ann@example.org" },
    subject: "Your email address was changed",
    words: [
      "Your account now has the address {newEmail}. We write no more to {email}.",
      "If you did not confirm this, write to us at once.",
    ],
    buttonText: "See your account",
    reason: "You are receiving this email because this was the address of your account here.",
  }),
  resetPassword: defineEmail({
    name: "reset-password",
    title: "Email: reset password",
    placeholders: { email: "ann@example.com" },
    subject: "Set a new password",
    words: [
      "Someone, hopefully you, asked to reset the password for {email}.",
      "The link works once, within one hour. If it was not you, ignore this email: your password stays the same.",
    ],
    buttonText: "Set a new password",
    reason: "You are receiving this email because a password reset was requested for your address.",
  }),
  /** To an account without a password, which was made when an offer was accepted. */
  choosePassword: defineEmail({
    name: "choose-password",
    title: "Email: choose a password",
    placeholders: { email: "ann@example.com" },
    subject: "Choose your password",
    words: [
      "Choose a password for {email}, and log in with it to see your orders, messages and files.",
      "The link works once, within one hour. If you did not ask for it, ignore this email: nothing changes.",
    ],
    buttonText: "Choose a password",
    reason: "You are receiving this email because a link was asked for with your address.",
  }),
  passwordChanged: defineEmail({
    name: "password-changed",
    title: "Email: password changed",
    placeholders: { email: "ann@example.com" },
    subject: "Your password was changed",
    words: [
      "The password for {email} has just been changed, and all other devices were signed out.",
      "If that was you, there is nothing to do. If not, reset your password now: that signs everyone else out.",
    ],
    buttonText: "Set a new password",
    reason: "You are receiving this email because the password of your account here was changed.",
  }),
  secondFactorOn: defineEmail({
    name: "second-factor-on",
    title: "Email: second factor switched on",
    placeholders: { email: "ann@example.com" },
    subject: "Your account now asks for a code",
    words: [
      "A second factor was switched on for {email}. From now on, signing in needs a code from your authenticator app after the password.",
      "Keep your backup codes in a safe place. If this was not you, reset your password and write to us.",
    ],
    buttonText: "See your security settings",
    reason: "You are receiving this email because the sign-in of your account here was changed.",
  }),
  secondFactorOff: defineEmail({
    name: "second-factor-off",
    title: "Email: second factor switched off",
    placeholders: { email: "ann@example.com" },
    subject: "Your account no longer asks for a code",
    words: [
      "The second factor of {email} was switched off or reset. The password alone opens the account now.",
      "If you did not ask for this, reset your password now and write to us.",
    ],
    buttonText: "See your security settings",
    reason: "You are receiving this email because the sign-in of your account here was changed.",
  }),
  passkeyAdded: defineEmail({
    name: "passkey-added",
    title: "Email: passkey added",
    placeholders: { email: "ann@example.com", passkey: "My phone" },
    subject: "A passkey was added to your account",
    words: [
      "The passkey “{passkey}” can now sign in to {email}, without a password.",
      "If this was not you, remove the passkey on your Security page and change your password.",
    ],
    buttonText: "See your security settings",
    reason: "You are receiving this email because the sign-in of your account here was changed.",
  }),
  newDevice: defineEmail({
    name: "new-device",
    title: "Email: sign-in from a new device",
    placeholders: { email: "ann@example.com" },
    subject: "A new device has signed in to your account",
    words: [
      "Someone, hopefully you, has signed in to {email} from a device or browser that this account has not used before.",
      "If it was you, there is nothing to do. If not, end the session on your Sessions page and change your password.",
    ],
    buttonText: "See your sessions",
    reason: "You are receiving this email because a new device signed in to your account here.",
  }),
  linkCode: defineEmail({
    name: "link-code",
    title: "Email: code for a link",
    placeholders: { email: "ann@example.com", code: "402913", orderNumber: "1042" },
    secretPlaceholders: ["code"],
    subject: "Your code for order {orderNumber}",
    words: [
      "Your code is {code}. Enter it on the page that you have open. It works once, for 15 minutes.",
      "If you did not ask for a code, somebody else has opened a link that we sent to {email}. Do not share the code: without it, nothing can be paid or accepted.",
    ],
    buttonText: "See the order",
    reason:
      "You are receiving this email because somebody asked for a code on a page of your order.",
  }),
  offerMade: defineEmail({
    name: "offer-made",
    title: "Email: offer",
    placeholders: offer,
    subject: "Your offer: {offer}",
    words: [
      "Here is our offer to you, {customerName}: {offer} for {amount}.",
      "The button shows everything that it includes. You need no password. The offer is open until the end of {lastDay}, and you pay nothing before you accept it.",
      "If something does not fit, reply to this email: we can change the offer.",
    ],
    buttonText: "See the offer",
    reason: "You are receiving this email because we have made you an offer.",
  }),
  offerChanged: defineEmail({
    name: "offer-changed",
    title: "Email: offer was changed",
    placeholders: offer,
    subject: "We have changed your offer: {offer}",
    words: [
      "We have changed our offer to you, {customerName}. It is now {offer} for {amount}.",
      "The button shows the new offer and what has changed. It takes the place of the earlier one, and is open until the end of {lastDay}.",
    ],
    buttonText: "See the new offer",
    reason: "You are receiving this email because we have made you an offer.",
  }),
  offerCode: defineEmail({
    name: "offer-code",
    title: "Email: code for accepting an offer",
    placeholders: { email: "ann@example.com", code: "402913", offer: "Standard" },
    secretPlaceholders: ["code"],
    subject: "Your code for the offer “{offer}”",
    words: [
      "Your code is {code}. Enter it on the page that you have open. It works once, for 15 minutes.",
      "If you did not ask for a code, somebody else has opened a link that we made for {email}. Do not share the code: without it, nothing can be ordered.",
    ],
    buttonText: "See the offer",
    reason: "You are receiving this email because somebody is accepting an offer made to you.",
  }),
  apiKeyCreated: defineEmail({
    name: "api-key-created",
    title: "Email: API key created",
    placeholders: { email: "ann@example.com", key: "Accounting export" },
    subject: "An API key was created for your account",
    words: [
      "The API key “{key}” can now act for {email} without a password, until it expires or you revoke it.",
      "If this was not you, revoke the key on your Security page and change your password.",
    ],
    buttonText: "See your API keys",
    reason: "You are receiving this email because an API key was created for your account here.",
  }),
  backupCodeUsed: defineEmail({
    name: "backup-code-used",
    title: "Email: backup code used",
    placeholders: { email: "ann@example.com", codesLeft: "9" },
    subject: "A backup code was used to sign in",
    words: [
      "Someone, hopefully you, has signed in to {email} with a backup code. Codes left: {codesLeft}.",
      "If it was not you, change your password and get new backup codes on your Security page.",
    ],
    buttonText: "See your security settings",
    reason: "You are receiving this email because a backup code of your account here was used.",
  }),
  invitation: defineEmail({
    name: "invitation",
    title: "Email: invitation",
    placeholders: {
      email: "colleague@example.com",
      invitedBy: "owner@example.com",
      role: "Manager",
    },
    subject: "{invitedBy} invites you to the team of {business}",
    words: [
      "{invitedBy} has invited {email} to the team of {business}, with the role {role}.",
      "Set a password to get started. The link works once, within seven days.",
    ],
    buttonText: "Set a password",
    reason: "You are receiving this email because an admin of {business} entered your address.",
  }),
  companyInvitation: defineEmail({
    name: "company-invitation",
    title: "Email: invitation to a company",
    placeholders: {
      email: "colleague@example.com",
      invitedBy: "customer@example.com",
      company: "Northgate Dental",
    },
    subject: "{invitedBy} invites you to share orders",
    words: [
      "{invitedBy} has invited {email} to {company}, to work on its orders together.",
      "Open the invitation to see what you will be able to do. The link works once, within 14 days.",
    ],
    buttonText: "See the invitation",
    reason: "You are receiving this email because a customer of {business} entered your address.",
  }),
  madeAdmin: defineEmail({
    name: "made-admin",
    title: "Email: added to the team",
    placeholders: {
      email: "colleague@example.com",
      invitedBy: "owner@example.com",
      role: "Manager",
    },
    subject: "You are now on the team of {business}",
    words: [
      "{invitedBy} has added {email} to the team of {business}, with the role {role}.",
      "You already have an account: log in as usual to open the panel.",
    ],
    buttonText: "Open the panel",
    reason: "You are receiving this email because an admin of {business} entered your address.",
  }),
  roleChanged: defineEmail({
    name: "role-changed",
    title: "Email: role changed",
    placeholders: { email: "colleague@example.com", role: "Worker" },
    subject: "Your role on the team has changed",
    words: [
      "{email} now has the role {role} at {business}, which has fewer rights than before.",
      "Log in again with your password. If you think that this is a mistake, write to us.",
    ],
    buttonText: "See your account",
    reason: "You are receiving this email because your role at {business} has changed.",
  }),
  removedFromTeam: defineEmail({
    name: "removed-from-team",
    title: "Email: removed from the team",
    placeholders: { email: "colleague@example.com", role: "Worker" },
    subject: "You are no longer on the team of {business}",
    words: [
      "{email} no longer has the role {role} at {business}, so the panel is closed to you from now on.",
      "Your account is kept, and you can still log in. If you think that this is a mistake, write to us.",
    ],
    buttonText: "See your account",
    reason: "You are receiving this email because your role at {business} has ended.",
  }),
  removedFromCompany: defineEmail({
    name: "removed-from-company",
    title: "Email: removed from a company",
    placeholders: { email: "colleague@example.com", company: "Northgate Dental" },
    subject: "You no longer belong to {company}",
    words: [
      "Somebody who manages the people of {company} has removed {email}, so you no longer see its orders.",
      "Your account is kept, with a company of its own. If you think that this is a mistake, ask your colleagues to invite you again.",
    ],
    buttonText: "See your account",
    reason: "You are receiving this email because you belonged to a company at {business}.",
  }),
} as const;

export const emailTemplates = {
  ...accountEmails,
  ...subscriptionEmails,
  orderPlaced: defineEmail({
    name: "order-placed",
    title: "Email: order placed",
    placeholders: order,
    subject: "Your order {orderNumber} is placed",
    words: [
      "Thank you, {customerName}. We have your order for the {plan} plan.",
      "Nothing is charged yet: the next step is the payment of {amount}.",
    ],
    buttonText: "View and pay your order",
    reason: forCustomer,
  }),
  paymentReminder: defineEmail({
    name: "payment-reminder",
    title: "Email: order left before paying",
    placeholders: order,
    subject: "Your order {orderNumber} is not paid yet",
    words: [
      "You have ordered the {plan} plan, {customerName}, and we have not received a payment for it. The order is still open: the work begins once {amount} is paid.",
      "If you have changed your mind, follow “No, thank you” below. It cancels the order, and no more reminders come.",
    ],
    buttonText: "See and pay your order",
    linkBelow: declineText,
    reason: forCustomer,
  }),
  transferAwaited: defineEmail({
    name: "transfer-awaited",
    title: "Email: bank transfer",
    placeholders: order,
    subject: "Your bank transfer for order {orderNumber}",
    words: [
      "Thank you, {customerName}. Please transfer {amount} for the {plan} plan to this account.",
      "Write the reference exactly as it stands, so that we find your transfer. We tell you when it has arrived; transfers usually take one to three working days.",
    ],
    buttonText: "See the bank details",
    reason: forCustomer,
  }),
  orderPlacedOwner: defineEmail({
    name: "order-placed-owner",
    title: "Email to you: order placed",
    goesTo: "owner",
    placeholders: order,
    subject: "New order {orderNumber}: {plan}",
    words: [
      "{customerName} ({customerEmail}) has ordered the {plan} plan for {amount}.",
      "This is the order, not the payment. If there is something to pay, another email follows once the customer pays.",
    ],
    buttonText: "Open the order",
    reason: "You are receiving this email because you receive the orders of {business}.",
  }),
  /** All emails about a payment list the next step of the order below their text. */
  paymentReceived: defineEmail({
    name: "payment-received",
    title: "Email: payment received",
    placeholders: order,
    subject: "Your payment for order {orderNumber} has arrived",
    words: [
      "Thank you, {customerName}. Your payment of {amount} for the {plan} plan has arrived, and this is your receipt.",
      "The page of your order shows the next step at any time.",
    ],
    buttonText: "See your order",
    reason: forCustomer,
  }),
  invoiceIssued: defineEmail({
    name: "invoice-issued",
    title: "Email: invoice",
    placeholders: { ...order, number: "F-2026-0001" },
    subject: "Your invoice {number}",
    words: [
      "Attached is your invoice {number} for order {orderNumber}, over {amount}.",
      "The page of the order has it, too, whenever you need it.",
    ],
    buttonText: "See the invoice",
    reason: forCustomer,
  }),
  creditNoteIssued: defineEmail({
    name: "credit-note-issued",
    title: "Email: credit note",
    placeholders: { ...order, number: "F-2026-0002", corrected: "F-2026-0001" },
    subject: "Your credit note {number}",
    words: [
      "Attached is your credit note {number} for order {orderNumber}, over {amount}. It corrects invoice {corrected}.",
      "The page of the order has it, too, whenever you need it.",
    ],
    buttonText: "See the credit note",
    reason: forCustomer,
  }),
  /** Instead of `creditNoteIssued` for the credit note of a correction. */
  invoiceReplaced: defineEmail({
    name: "invoice-replaced",
    title: "Email: credit note for a replaced invoice",
    placeholders: {
      ...order,
      number: "F-2026-0002",
      corrected: "F-2026-0001",
      replacedBy: "F-2026-0003",
    },
    subject: "Your credit note {number}: invoice {replacedBy} replaces {corrected}",
    words: [
      "Attached is the credit note {number} for order {orderNumber}. It takes back invoice {corrected}; invoice {replacedBy} takes its place. No money moves.",
      "The page of the order has all of them, whenever you need them.",
    ],
    buttonText: "See the credit note",
    reason: forCustomer,
  }),
  /** {number} is the new invoice. The facts have the VAT before and after. */
  invoiceCorrectedOwner: defineEmail({
    name: "invoice-corrected-owner",
    title: "Email to you: invoice corrected",
    goesTo: "owner",
    placeholders: { ...order, number: "F-2026-0003", corrected: "F-2026-0001" },
    subject: "Order {orderNumber}: {customerName} corrected invoice {corrected}",
    words: [
      "{customerName} ({customerEmail}) changed whom the invoice of order {orderNumber} is addressed to. A credit note takes back invoice {corrected}, and invoice {number} takes its place. The sum stays, and no money moves.",
      "Check the VAT below, because it follows from the new details. If they are wrong, change them on the customer’s page and issue the invoice again.",
    ],
    buttonText: "See the new invoice",
    reason: "You are receiving this email because you receive this site’s orders.",
  }),
  /** Instead of `paymentReceived` for an order with a price of nothing. */
  nothingToPay: defineEmail({
    name: "nothing-to-pay",
    title: "Email: nothing to pay",
    placeholders: order,
    subject: "Your order {orderNumber} is confirmed, and there is nothing to pay",
    words: [
      "Thank you, {customerName}. There is nothing to pay for your order of {plan}, so it counts as paid, and this is your receipt.",
      "The page of your order shows the next step at any time.",
    ],
    buttonText: "See your order",
    reason: forCustomer,
  }),
  paymentReceivedQuestions: defineEmail({
    name: "payment-received-questions",
    title: "Email: payment received, with questions",
    placeholders: order,
    subject: "Paid: your receipt for order {orderNumber}, and a few questions",
    words: [
      "Thank you, {customerName}. Your payment of {amount} has arrived, and this is your receipt.",
      "Before we start work on your {plan} plan, we have a few questions. Your answers are saved, so you can stop and continue later.",
    ],
    buttonText: "Answer the questions",
    reason: forCustomer,
  }),
  /** To people of the company who see payments, but have not paid themselves. */
  colleaguePaid: defineEmail({
    name: "colleague-paid",
    title: "Email: a colleague has paid",
    placeholders: paidOrder,
    subject: "{payerName} has paid for order {orderNumber}",
    words: [
      "{payerName} has paid {amount} for your {plan} plan, {customerName}. This is the receipt.",
      "The page of the order shows the next step at any time.",
    ],
    buttonText: "See the order",
    reason: forColleague,
  }),
  colleaguePaidQuestions: defineEmail({
    name: "colleague-paid-questions",
    title: "Email: a colleague has paid, with questions",
    placeholders: paidOrder,
    subject: "{payerName} has paid for order {orderNumber}, and we have a few questions",
    words: [
      "{payerName} has paid {amount} for your {plan} plan, {customerName}. This is the receipt.",
      "Before we start work, we have a few questions. You or a colleague can answer them, and every answer is saved at once.",
    ],
    buttonText: "Answer the questions",
    reason: forColleague,
  }),
  paymentReceivedOwner: defineEmail({
    name: "payment-received-owner",
    title: "Email to you: payment received",
    goesTo: "owner",
    placeholders: order,
    subject: "Order {orderNumber} is paid",
    words: ["{customerName} ({customerEmail}) has paid {amount} for the {plan} plan."],
    buttonText: "Open the order",
    reason: "You are receiving this email because you receive the orders of {business}.",
  }),
  paymentReviewOwner: defineEmail({
    name: "payment-review-owner",
    title: "Email to you: payment needs review",
    goesTo: "owner",
    placeholders: { reason: "The payment has another amount than the order." },
    subject: "A payment needs your review",
    words: [
      "A notification about a payment has arrived that is not applied to an order by itself.",
      "The reason: {reason}",
    ],
    buttonText: "Review the payment",
    reason: "You are receiving this email because you receive this site’s orders.",
  }),
  /**
   * Sent instead of `paymentReceived` for a payment of a cancelled order. {amount} is the amount of
   * the payment.
   */
  paidAfterCancelling: defineEmail({
    name: "paid-after-cancelling",
    title: "Email: cancelled order paid",
    placeholders: order,
    subject: "A payment for the cancelled order {orderNumber} has arrived",
    words: [
      "This order was cancelled, {customerName}, but a payment of {amount} arrived afterwards.",
      "We are checking it. Write to us if you want a refund.",
    ],
    buttonText: "See your order",
    reason: forCustomer,
  }),
  /** {amount} is the amount of the duplicate payment. */
  paidAgain: defineEmail({
    name: "paid-again",
    title: "Email: second payment",
    placeholders: order,
    subject: "A second payment for order {orderNumber} has arrived",
    words: [
      "We have received another payment of {amount} for your {plan} plan, {customerName}, although the order was already paid.",
      "We will check it and refund the difference. There is nothing you need to do.",
    ],
    buttonText: "See your order",
    reason: forCustomer,
  }),
  /** {amount} is the refunded amount, not the order's price. */
  moneyReturned: defineEmail({
    name: "money-returned",
    title: "Email: refund",
    placeholders: order,
    subject: "{amount} was refunded for order {orderNumber}",
    words: [
      "We have refunded {amount} of the payment for the {plan} plan, {customerName}.",
      "It may take a few days to arrive, depending on how the order was paid. Your order page shows the refund, too.",
    ],
    buttonText: "See your order",
    reason: forCustomer,
  }),
  /** {amount} is the amount of a refund that a customer was told of, and that did not arrive. */
  refundFailed: defineEmail({
    name: "refund-failed",
    title: "Email: refund failed",
    placeholders: order,
    subject: "The refund of {amount} for order {orderNumber} did not go through",
    words: [
      "We had told you about a refund of {amount} for the {plan} plan, {customerName}. It could not be completed: the bank or PayPal has sent the money back to us.",
      "We will refund it in another way and email you again. Write to us if you know why, for example because a card or an account is closed.",
    ],
    buttonText: "See your order",
    reason: forCustomer,
  }),
  /** The facts have the customer’s reason. */
  refundAskedOwner: defineEmail({
    name: "refund-asked-owner",
    title: "Email to you: refund asked for",
    goesTo: "owner",
    placeholders: order,
    subject: "Order {orderNumber}: {customerName} asks for a refund",
    words: [
      "{customerName} ({customerEmail}) asks for a refund of order {orderNumber}, a {plan} plan for {amount}.",
      "Nothing is refunded until you decide. On the order’s page you refund the payment or decline with a reason, and the customer is emailed the outcome.",
    ],
    buttonText: "Answer the request",
    reason: "You are receiving this email because you receive this site’s orders.",
  }),
  /** Goes to every owner, whatever the owner wants to be told of. */
  paymentsChangedOwner: defineEmail({
    name: "payments-changed-owner",
    title: "Email to you: change of where payments go",
    goesTo: "owner",
    placeholders: {
      person: "owner@example.com",
      change: "connected Stripe (key ending in 1234) for real payments",
    },
    subject: "Someone changed where payments go",
    words: [
      "{person} {change}.",
      "If you expected this, there is nothing to do. If not, open the payment settings, undo the change, and set a new password for your account.",
    ],
    buttonText: "Open the payment settings",
    reason: "You are receiving this email because you are an owner of this site.",
  }),
  /** The facts have the customer’s words. */
  testimonialGivenOwner: defineEmail({
    name: "testimonial-given-owner",
    title: "Email to you: testimonial",
    goesTo: "owner",
    placeholders: order,
    subject: "Order {orderNumber}: a testimonial for your website",
    words: [
      "{customerName} ({customerEmail}) has written a testimonial after order {orderNumber}, a {plan} plan.",
      "Nothing is published until you decide. On the order’s page you publish it with one press, or decline.",
    ],
    buttonText: "Read the testimonial",
    reason: "You are receiving this email because you receive this site’s orders.",
  }),
  /** The facts have the owner’s reason. A refund is told by `moneyReturned` instead. */
  refundDeclined: defineEmail({
    name: "refund-declined",
    title: "Email: no refund",
    placeholders: order,
    subject: "About your refund for order {orderNumber}",
    words: [
      "You asked for a refund of your {plan} plan, {customerName}. We have read your reasons and do not refund this payment. Our answer is below.",
      "If you see it differently, write to us on your order’s page.",
    ],
    buttonText: "See your order",
    reason: forCustomer,
  }),
  paymentCancelled: defineEmail({
    name: "payment-cancelled",
    title: "Email: order cancelled",
    placeholders: order,
    subject: "Your order {orderNumber} is cancelled",
    words: [
      "Your order for the {plan} plan is cancelled, {customerName}. If a payment is already on its way, we will email you when it arrives.",
      "If you change your mind, place a new order whenever you like.",
    ],
    buttonText: "See your order",
    reason: forCustomer,
  }),
  /** Instead of `paymentCancelled` for an order with a price of nothing. */
  nothingToPayCancelled: defineEmail({
    name: "nothing-to-pay-cancelled",
    title: "Email: order with nothing to pay cancelled",
    placeholders: order,
    subject: "Your order {orderNumber} is cancelled",
    words: [
      "Your order for the {plan} plan is cancelled, {customerName}. There was nothing to pay for it.",
      "If you change your mind, place a new order whenever you like.",
    ],
    buttonText: "See your order",
    reason: forCustomer,
  }),
  /** To people of the company who see orders, but no payments. */
  briefWanted: defineEmail({
    name: "brief-wanted",
    title: "Email: questions to a colleague without payments",
    placeholders: order,
    subject: "A few questions about order {orderNumber}, then we begin",
    words: [
      "Before we start work on your {plan} plan, {customerName}, we have a few questions.",
      "You or a colleague can answer them, and every answer is saved at once.",
    ],
    buttonText: "Answer the questions",
    reason: forColleague,
  }),
  /** Sent up to three times while the brief is open. */
  briefReminder: defineEmail({
    name: "brief-reminder",
    title: "Email: questions are still open",
    placeholders: order,
    subject: "We are waiting for your answers about order {orderNumber}",
    words: [
      "We would like to start work on your {plan} plan, {customerName}, and need your answers to do it well.",
      "If a question is unclear, write to us on your order’s page.",
    ],
    buttonText: "Answer the questions",
    reason: forCustomer,
  }),
  briefSentOwner: defineEmail({
    name: "brief-sent-owner",
    title: "Email to you: brief sent",
    goesTo: "owner",
    placeholders: order,
    subject: "Order {orderNumber}: {customerName} has sent the brief",
    words: [
      "{customerName} ({customerEmail}) has answered the questions about the {plan} plan. The work can begin.",
    ],
    buttonText: "Read the answers",
    reason: "You are receiving this email because you receive the orders of {business}.",
  }),
  orderDelivered: defineEmail({
    name: "order-delivered",
    title: "Email: order delivered",
    placeholders: order,
    subject: "Your order {orderNumber} is delivered",
    words: [
      "The work on your {plan} plan is complete, {customerName}.",
      "Have a look at the delivery on your order’s page. There you can accept it or ask for changes.",
    ],
    buttonText: "See the delivery",
    reason: forCustomer,
  }),
  monthReport: defineEmail({
    name: "month-report",
    title: "Email: monthly report",
    placeholders: order,
    subject: "Your monthly report for order {orderNumber} is ready",
    words: [
      "Here is the monthly report on your {plan} plan, {customerName}: what we did, what changed and what comes next, with the numbers and their sources.",
      "You can read it on your phone, save it as a PDF, or share it with a link that expires.",
    ],
    buttonText: "Read the report",
    reason: forCustomer,
  }),
  /** Sent when a delivery is accepted. */
  orderComplete: defineEmail({
    name: "order-complete",
    title: "Email: order complete",
    placeholders: order,
    subject: "Your order {orderNumber} is complete",
    words: [
      "Thank you, {customerName}. The delivery of your {plan} plan is accepted, so order {orderNumber} is complete.",
      "If you want us to carry on, order the next month: your details and answers are taken over, and you see the price before you pay.",
    ],
    buttonText: "Order the next month",
    reason: forCustomer,
  }),
  /** Sent the day before a delivery is accepted without an answer. */
  deliveryReminder: defineEmail({
    name: "delivery-reminder",
    title: "Email: delivery waits for an answer",
    placeholders: order,
    subject: "Is everything right with your order {orderNumber}?",
    words: [
      "Your {plan} plan is delivered, {customerName}, and we have not heard from you yet.",
      "Please accept the delivery or ask for changes on your order’s page. Without an answer it counts as accepted after the last day.",
    ],
    buttonText: "See the delivery",
    reason: forCustomer,
  }),
  deliveryAcceptedOwner: defineEmail({
    name: "delivery-accepted-owner",
    title: "Email to you: delivery accepted",
    goesTo: "owner",
    placeholders: order,
    subject: "Order {orderNumber}: the delivery is accepted",
    words: ["The delivery of the {plan} plan to {customerName} ({customerEmail}) is accepted."],
    buttonText: "Open the order",
    reason: "You are receiving this email because you receive the orders of {business}.",
  }),
  changesAskedOwner: defineEmail({
    name: "changes-asked-owner",
    title: "Email to you: changes asked for",
    goesTo: "owner",
    placeholders: order,
    subject: "Order {orderNumber}: {customerName} asks for changes",
    words: ["{customerName} ({customerEmail}) asks for changes to the {plan} plan."],
    buttonText: "Open the order",
    reason: "You are receiving this email because you receive the orders of {business}.",
  }),
  orderReopenedOwner: defineEmail({
    name: "order-reopened-owner",
    title: "Email to you: order reopened",
    goesTo: "owner",
    placeholders: order,
    subject: "Order {orderNumber}: {customerName} says that something is wrong",
    words: [
      "{customerName} ({customerEmail}) has reopened the accepted order for the {plan} plan.",
    ],
    buttonText: "Open the order",
    reason: "You are receiving this email because you receive the orders of {business}.",
  }),
  /** {messages} are all messages since the last email, one below the other. */
  orderMessage: defineEmail({
    name: "order-message",
    title: "Email: message about an order",
    placeholders: orderMessages,
    subject: "A message about your order {orderNumber}",
    words: ["We have a message for you about your {plan} plan, {customerName}:", "{messages}"],
    buttonText: "Read and answer",
    reason: forCustomer,
  }),
  orderMessageOwner: defineEmail({
    name: "order-message-owner",
    title: "Email to you: message about an order",
    goesTo: "owner",
    placeholders: orderMessages,
    subject: "{customerName} wrote about order {orderNumber}",
    words: ["{customerName} ({customerEmail}) has written about the {plan} plan:", "{messages}"],
    buttonText: "Read and answer",
    reason: "You are receiving this email because you receive the orders of {business}.",
  }),
  /** {news} is the list of what happened within ten minutes: events and messages. */
  orderNews: defineEmail({
    name: "order-news",
    title: "Email: several updates about an order",
    placeholders: orderNews,
    subject: "News about your order {orderNumber}",
    words: ["Here is what is new with your {plan} plan, {customerName}:", "{news}"],
    buttonText: "See your order",
    reason: forCustomer,
  }),
  orderNewsOwner: defineEmail({
    name: "order-news-owner",
    title: "Email to you: several updates about an order",
    goesTo: "owner",
    placeholders: orderNews,
    subject: "News about order {orderNumber} of {customerName}",
    words: [
      "Here is what is new with the {plan} plan of {customerName} ({customerEmail}):",
      "{news}",
    ],
    buttonText: "Open the order",
    reason: "You are receiving this email because you receive the orders of {business}.",
  }),
  /** For people who see neither prices nor addresses, so these are not among the placeholders. */
  orderNewsWorker: defineEmail({
    name: "order-news-worker",
    title: "Email to your team: updates about an assigned order",
    placeholders: orderWork,
    subject: "News about order {orderNumber} of {customerName}",
    words: ["Here is what is new with the {plan} plan of {customerName}:", "{news}"],
    buttonText: "Open the order",
    reason: "You are receiving this email because this order is assigned to you.",
  }),
  orderAssigned: defineEmail({
    name: "order-assigned",
    title: "Email to your team: an order is assigned to you",
    placeholders: assignedOrder,
    subject: "Order {orderNumber} is yours: {plan} for {customerName}",
    words: [
      "The {plan} plan of {customerName} is now assigned to you.",
      "The page of the order shows what the customer wants and when it is due.",
    ],
    buttonText: "Open the order",
    reason: "You are receiving this email because this order is assigned to you.",
  }),
  /** {news} is the list of what happened to all orders since the last daily email. */
  dailyNews: defineEmail({
    name: "daily-news",
    title: "Email: daily email about orders",
    placeholders: dailyNews,
    subject: "News about your orders, {date}",
    words: ["This happened since our last daily email:", "{news}"],
    buttonText: "See your orders",
    reason: "You are receiving this email because you have chosen one email a day.",
  }),
  dailyNewsOwner: defineEmail({
    name: "daily-news-owner",
    title: "Email to you: daily email about orders",
    goesTo: "owner",
    placeholders: dailyNews,
    subject: "News about orders, {date}",
    words: ["This happened since your last daily email:", "{news}"],
    buttonText: "Open the orders",
    reason: "You are receiving this email because you have chosen one email a day.",
  }),

  newMessageOwner: defineEmail({
    name: "new-message-owner",
    title: "Email to you: new message",
    goesTo: "owner",
    placeholders: {
      senderName: "Ann Field",
      senderEmail: "ann@example.com",
      subject: "A question about Standard",
    },
    subject: "New message: {subject}",
    words: ["{senderName} ({senderEmail}) has written to you through the contact form."],
    buttonText: "Read the message",
    reason: "You are receiving this email because you receive the messages of {business}.",
  }),
  /** {message} is the beginning of the message, without links. */
  messageReceived: defineEmail({
    name: "message-received",
    title: "Email: contact message received",
    placeholders: {
      senderName: "Ann Field",
      answerTime: "within one working day",
      message: "Which plan suits a shop with 40 products?",
    },
    subject: "We have received your message",
    words: [
      "Thank you, {senderName}. Your message has reached us, and a person answers {answerTime}.",
      "You wrote:",
      "“{message}”",
      "If it was not you who wrote to us, ignore this email: somebody has entered your address by mistake.",
    ],
    buttonText: "Visit our site",
    reason: "You are receiving this email because your address was entered in our contact form.",
  }),
  /** {failure} is a sentence with the cause. */
  backupFailedOwner: defineEmail({
    name: "backup-failed-owner",
    title: "Email to you: backup failed",
    goesTo: "owner",
    placeholders: { failure: "The disk is full." },
    subject: "A backup of your site failed",
    words: [
      "The scheduled backup could not be made. The latest orders and changes may be in no backup.",
      "The cause: {failure}",
      "Show this email to the person who runs the server. The server tries again by itself within an hour. You get no further email until a backup has succeeded and another one fails.",
    ],
    buttonText: "See the status of the site",
    reason: "You are receiving this email because you own the site of {business}.",
  }),
  /** {failure} is a sentence with the cause. */
  copyFailedOwner: defineEmail({
    name: "copy-failed-owner",
    title: "Email to you: copy of a backup failed",
    goesTo: "owner",
    placeholders: { failure: "The bucket shop-backups does not answer." },
    subject: "A backup of your site could not be copied",
    words: [
      "The last backup is on the server, but its encrypted copy could not be stored in the bucket. If the server is lost now, so are the orders and changes since the last copy.",
      "The cause: {failure}",
      "Show this email to the person who runs the server. The server tries again by itself every ten minutes. You get no further email until a copy has succeeded and another one fails.",
    ],
    buttonText: "See the status of the site",
    reason: "You are receiving this email because you own the site of {business}.",
  }),
  /** {reasons} has a sentence for each reason, one per line. */
  releaseRefusedOwner: defineEmail({
    name: "release-refused-owner",
    title: "Email to you: release not published",
    goesTo: "owner",
    placeholders: {
      release: "Christmas offers",
      time: "Dec 1, 2026, 09:00:00 GMT+1",
      reasons: "Pricing, “Basic”: Price in US dollars is required.",
    },
    subject: "“{release}” could not be published",
    words: [
      "The release “{release}” was planned for {time}. Nothing of it was published, and the site is as it was before.",
      "The reasons:\n{reasons}",
      "Correct this in the panel, then try again or choose another time. All drafts are kept.",
    ],
    buttonText: "See the release",
    reason: "You are receiving this email because you publish on the site of {business}.",
  }),
  confirmSubscription: defineEmail({
    name: "confirm-subscription",
    title: "Email: confirm the subscription",
    placeholders: { email: "ann@example.com" },
    subject: "Do you want notes from the field?",
    words: [
      "Someone, hopefully you, asked us to send our notes to {email}.",
      "Please confirm to subscribe. If it was not you, ignore this email: we send nothing without your confirmation.",
    ],
    buttonText: "Confirm my subscription",
    reason: "You are receiving this email because your address was entered in our subscribe form.",
  }),
  confirmReport: defineEmail({
    name: "confirm-report",
    title: "Email: confirm the address for an SEO report",
    placeholders: { website: "example.com", email: "ann@example.com" },
    subject: "Your report about {website}",
    words: [
      "Someone, hopefully you, asked us to send the report about {website} to {email}.",
      "Please confirm that this is your address, and we will send you the report. The link is valid for seven days.",
      "If it was not you, ignore this email: we send nothing without your confirmation.",
    ],
    buttonText: "Send me the report",
    reason: "You are receiving this email because your address was entered below a check.",
  }),
  checkReport: defineEmail({
    name: "check-report",
    title: "Email: SEO report",
    placeholders: {
      website: "example.com",
      findings: "7",
      first: "Your page has no description, so the text below your title is left to chance.",
    },
    subject: "Your SEO check of {website}",
    words: [
      "Here is your report about {website} as a PDF. Faults found: {findings}.",
      "The most important one: {first}",
      "The report and its page are kept for 90 days. Reply to this email if you have a question.",
    ],
    buttonText: "Open the report",
    reason:
      "You are receiving this email because you asked for the report and confirmed your address.",
  }),
  checkResult: defineEmail({
    name: "check-result",
    title: "Email: result of a check by the team",
    placeholders: {
      website: "example.com",
      findings: "7",
      first: "Your page has no description, so the text below your title is left to chance.",
    },
    subject: "We checked {website}",
    words: [
      "We have checked {website} for search engines. Faults found: {findings}.",
      "The most important one: {first}",
      "The result is kept for 90 days. Reply to this email if you have a question.",
    ],
    buttonText: "See the result",
    reason: "You are receiving this email because we checked this website for you.",
  }),
} as const;

type EmailTemplates = typeof emailTemplates;
export type EmailTemplateName = keyof EmailTemplates;

export type EmailTemplateValues<Name extends EmailTemplateName> =
  EmailTemplates[Name] extends EmailTemplate<infer Placeholder>
    ? Readonly<Record<Placeholder, string>>
    : never;
