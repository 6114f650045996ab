import type { FurrowSite } from "../tests/support/servers/furrow-server.ts";

/** Parts of a request that saves the banner. The headers contain the session of an admin. */
export interface Saving {
  readonly url: string;
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
}

export async function savingAsAdmin({
  url,
  adminEmail,
  adminPassword,
}: FurrowSite): Promise<Saving> {
  const headers = { origin: url, "content-type": "application/json" };
  const body = JSON.stringify({ email: adminEmail, password: adminPassword });
  const signIn = await fetch(`${url}/api/auth/sign-in/email`, { method: "POST", headers, body });
  const cookies = signIn.headers.getSetCookie().map((line) => line.split(";")[0]);
  if (cookies.length === 0) throw new Error(`Signing in answers ${signIn.status}, no session.`);
  const [banner] = await (await fetch(`${url}/api/banner`)).json();
  const { _id: id, ...values } = banner;
  return { url, id, values, headers: { ...headers, cookie: cookies.join("; ") } };
}
