import type { Side } from "../messages/order-message-tables.server.ts";

export const dailyEmailJob = "daily-order-email";

export const dailyEmailSubject = (accountId: string, side: Side) => `${accountId}:${side}`;
