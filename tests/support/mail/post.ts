import type { Post } from "#mail/mailer.ts";
import { demonstrationBusiness } from "#platform/business.ts";

/** A mailer for which every address is confirmed, with rate limits that tests do not reach. */
export function postFor(given: Partial<Post> = {}): Post {
  return {
    publicUrl: "http://localhost:3000",
    ownerEmail: undefined,
    readBusiness: async () => demonstrationBusiness,
    replyAddress: undefined,
    clock: Date.now,
    secret: "a secret of thirty-two characters",
    configuration: { rateLimitFactor: 1_000_000 },
    readTimeZone: async () => "UTC",
    readWorkCalendar: async () => ({
      timeZone: "UTC",
      weekdays: [1, 2, 3, 4, 5],
      closedDays: [],
    }),
    isConfirmed: async () => true,
    accountsWithoutPassword: async () => new Set(),
    readTeam: async () => [],
    readFirstAdmin: async () => undefined,
    ...given,
  };
}
