import type { Database } from "#platform/database/database.ts";
import { openCheckout } from "./checkout.ts";

export const openReviews = (database: Database, verifyUrl: string) =>
  openCheckout(database, { verifyUrl });
