import type { Services } from "#compose.ts";
import { offerVisitMs } from "#offers/open-offer.ts";

/** Browsers send the cookie only to the pages of offers. */
const path = "/offer";

function nameOf(publicUrl: string): string {
  return publicUrl.startsWith("https:") ? "__Secure-furrow-offer" : "furrow-offer";
}

export function offerCookie(publicUrl: string, secret: string): string {
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  const age = offerVisitMs / 1000;
  return `${nameOf(publicUrl)}=${secret}; Path=${path}; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`;
}

/** Secret of the offer that is open in the browser; "" without one. */
export function offerSecretOf(
  { publicUrl }: Pick<Services, "publicUrl">,
  request: Request,
): string {
  const name = `${nameOf(publicUrl)}=`;
  const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  const [value, ...others] = pairs.filter((pair) => pair.startsWith(name));
  return value === undefined || others.length > 0 ? "" : value.slice(name.length);
}
