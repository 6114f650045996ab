import { couponCodePattern, shownCode } from "#orders/coupon-code.ts";

/** Name of the parameter with which an address keeps the code of a coupon to the order form. */
const offerParameter = "offer";

/** The code in an address such as `/?offer=SPRING20`; "" without one that can be a code. */
export function offerIn(url: string): string {
  const typed = new URL(url).searchParams.get(offerParameter)?.replace(/[\s-]/g, "") ?? "";
  return couponCodePattern.test(typed) ? shownCode(typed) : "";
}

/**
 * An `href` of a link to a page of this site in HTML that React has rendered, which escapes quotes
 * and angle brackets in attributes.
 */
const ownLink = /(<a\b[^>]*?\shref=")(\/(?!\/|media\/|api\/)[^"?#]*)(\?[^"#]*)?(#[^"]*)?(?=")/g;

/**
 * Adds the code to the links of a page, so that it arrives at the order form without a cookie and
 * without a script. Links that have a code keep it.
 */
export function withOffer(html: string, offer: string): string {
  if (offer === "") return html;
  return html.replace(ownLink, (_link, start, path, query = "", fragment = "") => {
    if (/[?;&]offer=/.test(query)) return `${start}${path}${query}${fragment}`;
    const joined = query === "" ? "?" : `${query}&amp;`;
    return `${start}${path}${joined}${offerParameter}=${offer}${fragment}`;
  });
}
