import { apiKeysWayIn } from "../access/api-keys/api-keys-way-in.server.ts";
import {
  passkeysWayIn,
  trustedDevicesWayIn,
} from "../access/second-factor/second-factor-ways-in.server.ts";
import { resetLinksWayIn, sessionsWayIn } from "../access/sessions/sessions-way-in.server.ts";
import { calendarWayIn } from "../calendar/calendar-way-in.server.ts";
import { orderLinksWayIn } from "../orders/links/order-links-way-in.server.ts";
import type { WayIn } from "../policy/ways-in.ts";

/**
 * All that opens an account besides the password. Whatever recovers an account or changes its
 * rights ends these, so a new kind of credential belongs into this list.
 */
export const waysIn: readonly WayIn[] = [
  sessionsWayIn,
  apiKeysWayIn,
  passkeysWayIn,
  trustedDevicesWayIn,
  resetLinksWayIn,
  orderLinksWayIn,
  calendarWayIn,
];
