import { z } from "zod";
import type { UserRecord } from "../../access/admins/user-records.ts";

export const userSchema = z
  .strictObject({ _id: z.string(), userEmail: z.string(), userRole: z.string() })
  .meta({ id: "User" }) satisfies z.ZodType<UserRecord>;

const account = z.looseObject({ id: z.string(), email: z.string() });

/** The documented part of better-auth's answer. */
export const signedInSchema = z.looseObject({ user: account }).meta({ id: "SignedIn" });

export const signedOutSchema = z.looseObject({ success: z.boolean() });

export const doneSchema = z.strictObject({ status: z.literal(true) });

export const sessionSchema = z
  .strictObject({ user: z.strictObject({ id: z.string(), email: z.string() }) })
  .nullable()
  .meta({ description: "Null when signed out" });
