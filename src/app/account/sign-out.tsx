import { redirect } from "react-router";
import { signOut } from "#access/sessions/sign-in.ts";
import { appContext } from "../app-context.server.ts";
import type { Route } from "./+types/sign-out";
import { cookieHeaders } from "./return-path.ts";

/** Sign-out needs a form, because links and prefetches must not end a session. */
export function loader() {
  return redirect("/dashboard");
}

export async function action({ context }: Route.ActionArgs) {
  const { services, signInHeaders } = context.get(appContext);
  const { cookies } = await signOut(services.access, signInHeaders());
  return redirect("/", { status: 303, headers: cookieHeaders(cookies) });
}
