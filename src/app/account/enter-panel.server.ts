import { redirect } from "react-router";
import { type RequestHeaders, SecondFactorRequired, signIn } from "#access/sessions/sign-in.ts";
import type { Services } from "#compose.ts";
import { cookieHeaders } from "./return-path.ts";

/**
 * Signs in an admin who has just set a password and redirects to the panel. If signing in fails,
 * redirects to the login instead of the form, because the password is already stored.
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
    if (err instanceof SecondFactorRequired) {
      const headers = cookieHeaders(err.cookies);
      return redirect("/login/code?from=%2Fadmin", { status: 303, headers });
    }
    log.warn({ err }, "a password was set, and signing in with it failed");
    return redirect("/login?from=%2Fadmin", 303);
  }
}
