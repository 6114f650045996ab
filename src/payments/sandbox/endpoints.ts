import type { PaypalRestEndpoints } from "../paypal-rest/endpoints.ts";
import type { PaypalEndpoints } from "../paypal-standard/endpoints.ts";

/** Below this the http server mounts the stand-in. */
export const sandboxPath = "/sandbox/paypal";
export const webscrPath = "/cgi-bin/webscr";
/** Where the customer approves in the newer protocol. */
export const approvalPath = "/checkoutnow";

/** The browser may know the stand-in by another name than this process, which asks it directly. */
export function sandboxEndpoints(sandboxUrl: string, ownUrl: string): PaypalEndpoints {
  return {
    checkoutUrl: `${sandboxUrl}${sandboxPath}${webscrPath}`,
    verifyUrl: `${ownUrl}${sandboxPath}${webscrPath}`,
  };
}

/** Of the newer protocol. */
export function sandboxRestEndpoints(sandboxUrl: string, ownUrl: string): PaypalRestEndpoints {
  return { apiUrl: `${ownUrl}${sandboxPath}`, approvalOrigin: sandboxUrl };
}
