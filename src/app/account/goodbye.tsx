import { redirect } from "react-router";
import { isSignedIn } from "#policy/actor.ts";
import { actorOf } from "../app-context.server.ts";
import { pageTitle } from "../document/page-title.ts";
import { AccountPage } from "../ui/customer/account-page.tsx";
import type { Route } from "./+types/goodbye";

export const handle = { quiet: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Your account is deleted", matches);
}

/** Redirects an actor who is signed in, because the account still exists. */
export async function loader({ context }: Route.LoaderArgs) {
  if (isSignedIn(await actorOf(context))) throw redirect("/account");
  return null;
}

export default function Goodbye() {
  return (
    <AccountPage title="Your account is deleted" aside={<a href="/">Back Home</a>}>
      <p>
        You are signed out everywhere, and your personal data is gone. Thank you for growing with
        us.
      </p>
    </AccountPage>
  );
}
