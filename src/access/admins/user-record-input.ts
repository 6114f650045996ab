import { z } from "zod";
import { isAccountEmail } from "../../platform/texts/email-address.ts";

/** What adding or changing an admin takes. */
export const userRecordInput = z.strictObject({
  userEmail: z
    .email({ error: "Write an email address such as name@example.com.", abort: true })
    .max(254)
    .refine(isAccountEmail, "No account can have this address. Provide another one."),
  userRole: z.enum(["Admin"], { error: "The role must be Admin." }).default("Admin"),
});
