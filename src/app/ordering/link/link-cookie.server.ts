import type { Services } from "#compose.ts";
import { actorOfLink, visitMs } from "#orders/links/open-link.ts";
import type { LinkActor } from "#policy/actor.ts";

/**
 * Browsers send the cookie only to the pages of links, so on every other page the holder of a link
 * is a visitor.
 */
const path = "/order-link";

function nameOf(publicUrl: string): string {
  return publicUrl.startsWith("https:") ? "__Secure-furrow-link" : "furrow-link";
}

export function linkCookie(publicUrl: string, secret: string): string {
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  const age = visitMs / 1000;
  return `${nameOf(publicUrl)}=${secret}; Path=${path}; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`;
}

/** The holder of the link that is open in the browser; undefined after the link has ended. */
export async function linkActorOf(
  services: Services,
  request: Request,
): Promise<LinkActor | undefined> {
  const name = `${nameOf(services.publicUrl)}=`;
  const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  const values = pairs.filter((pair) => pair.startsWith(name));
  const [value] = values;
  if (value === undefined || values.length > 1) return undefined;
  return actorOfLink(services, value.slice(name.length));
}
