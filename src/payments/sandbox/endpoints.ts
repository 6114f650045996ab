import type { PaypalRestEndpoints } from "../paypal-rest/paypal-rest.ts";
import type { PaypalEndpoints } from "../paypal-standard/paypal-standard.ts";

/** Path at which the server mounts the sandbox. */
export const sandboxPath = "/sandbox/paypal";
export const webscrPath = "/cgi-bin/webscr";
/** Path of the approval page of the REST protocol. */
export const approvalPath = "/checkoutnow";

/** Browsers reach the sandbox at `sandboxUrl`, and this process at `ownUrl`. */
export function sandboxEndpoints(sandboxUrl: string, ownUrl: string): PaypalEndpoints {
  return {
    checkoutUrl: `${sandboxUrl}${sandboxPath}${webscrPath}`,
    verifyUrl: `${ownUrl}${sandboxPath}${webscrPath}`,
  };
}

export function sandboxRestEndpoints(sandboxUrl: string, ownUrl: string): PaypalRestEndpoints {
  return { apiUrl: `${ownUrl}${sandboxPath}`, approvalOrigin: sandboxUrl };
}
