export const mailChoices = ["at-once", "daily", "never"] as const;
/** When a person gets emails about a topic. */
export type MailChoice = (typeof mailChoices)[number];

/** What a person of the team can be told by email. */
export const notificationTopics = [
  "orders",
  "messages",
  "deliveries",
  "assignments",
  "reviews",
  "failures",
] as const;

export type NotificationTopic = (typeof notificationTopics)[number];

/** Page on which a person of the team chooses. */
export const teamChoicePath = "/admin/your-emails";
