/**
 * On https the name has the prefix `__Host-`: browsers accept such a cookie only from this host
 * over https.
 */
export function cookieName(publicUrl: string, name: string): string {
  return publicUrl.startsWith("https:") ? `__Host-${name}` : name;
}

export function sessionCookieName(publicUrl: string): string {
  return cookieName(publicUrl, "furrow-session");
}
