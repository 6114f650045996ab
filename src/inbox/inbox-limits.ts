/** Maximum lengths in characters. */
export const messageLimits = {
  name: 200,
  email: 254,
  number: 60,
  subject: 300,
  message: 10_000,
} as const;

export const subscriberLimits = { subemail: 254 } as const;
