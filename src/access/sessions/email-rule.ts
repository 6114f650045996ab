import { isAccountEmail } from "../../platform/texts/email-address.ts";

/** Why an address cannot name an account, in the specified words; null when it can. */
export function emailFault(email: string): string | null {
  if (email === "") return "Email is Required";
  return isAccountEmail(email) ? null : "Provide a Valid Email";
}
