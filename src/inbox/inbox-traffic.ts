import { networkOf, type RateLimit, type Sender } from "../platform/rate-limit.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * Nobody types five messages in ten minutes, and an office behind one address seldom sends twenty
 * in a day. The limit over all addresses bounds what a flood can store and mail to the owner; a
 * busy site stays far below it.
 */
export function contactLimits({ clientAddress }: Sender): readonly RateLimit[] {
  const countedFor = networkOf(clientAddress);
  return [
    { name: "contact-shortly", attempts: 5, windowMs: 10 * minuteMs, countedFor },
    { name: "contact-daily", attempts: 20, windowMs: dayMs, countedFor },
    { name: "contact-overall", attempts: 300, windowMs: hourMs },
  ];
}

/**
 * Higher than for messages, because a room full of people may subscribe from behind one address.
 */
export function subscribeLimits({ clientAddress }: Sender): readonly RateLimit[] {
  const countedFor = networkOf(clientAddress);
  return [
    { name: "subscribe-shortly", attempts: 20, windowMs: 10 * minuteMs, countedFor },
    { name: "subscribe-daily", attempts: 100, windowMs: dayMs, countedFor },
    { name: "subscribe-overall", attempts: 600, windowMs: hourMs },
  ];
}
