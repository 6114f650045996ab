import { redirect } from "react-router";
import { type RequestHeaders, signIn } from "../../access/sessions/sign-in.ts";
import type { Services } from "../../compose.ts";
import { cookieHeaders } from "./return-path.ts";

/**
 * Where an admin goes who has just set a password: into the panel, or to the login where signing in
 * fails. The password stands already, and the form could not be sent again.
 */
export async function enterPanel(
  { access, log }: Services,
  headers: RequestHeaders,
  credentials: { readonly email: string; readonly password: string },
): Promise<Response> {
  try {
    const { cookies } = await signIn(access, headers, credentials);
    return redirect("/admin", { status: 303, headers: cookieHeaders(cookies) });
  } catch (err) {
    log.warn({ err }, "a password was set, and signing in with it failed");
    return redirect("/login?from=%2Fadmin", 303);
  }
}
