import type { PaypalRestEndpoints } from "../paypal-rest/paypal-rest.ts";
import type { PaypalEndpoints } from "../paypal-standard/paypal-standard.ts";

/** Path at which the server mounts the sandbox. */
export const sandboxPath = "/sandbox/paypal";
export const webscrPath = "/cgi-bin/webscr";
/** Path of the approval page of the REST protocol. */
export const approvalPath = "/checkoutnow";

/** Browsers may reach the sandbox at another origin than this process does. */
export function sandboxEndpoints(sandboxUrl: string, ownUrl: string): PaypalEndpoints {
  return {
    checkoutUrl: `${sandboxUrl}${sandboxPath}${webscrPath}`,
    verifyUrl: `${ownUrl}${sandboxPath}${webscrPath}`,
  };
}

export function sandboxRestEndpoints(sandboxUrl: string, ownUrl: string): PaypalRestEndpoints {
  return { apiUrl: `${ownUrl}${sandboxPath}`, approvalOrigin: sandboxUrl };
}
