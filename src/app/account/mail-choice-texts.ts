import { dailyHour } from "#mail/team/daily-hour.ts";

export const mailChoiceTexts = [
  {
    value: "at-once",
    label: "At once",
    hint: "Within minutes. When several things happen to an order within ten minutes, you get one email.",
  },
  {
    value: "daily",
    label: "Once a day",
    hint: `One email at ${dailyHour}:00, in the time zone of this site, with everything new.`,
  },
  {
    value: "never",
    label: "Never",
    hint: "You find everything on the pages of the orders, and we do not remind you of an order that you have not paid. Updates that are waiting for a daily email are deleted.",
  },
] as const;

/** Shown below the mail choices, because these emails ignore the choice. */
export const alwaysSent =
  "We always send emails about money, about your account and its security, and the reminder before a delivery counts as accepted.";
