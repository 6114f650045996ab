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
export async function loader({ request, context }: Route.LoaderArgs) {
  if (isSignedIn(await actorOf(context))) throw redirect("/account");
  return { hadPlan: new URL(request.url).searchParams.has("plan") };
}

export default function Goodbye({ loaderData }: Route.ComponentProps) {
  return (
    <AccountPage title="Your account is deleted" aside={<a href="/">Back Home</a>}>
      <p>
        You are signed out everywhere, and your personal data is gone. Thank you for working with
        us.
      </p>
      {loaderData.hadPlan && (
        <p>
          A plan that nobody else of your company has taken over has ended, and nothing more is
          charged for it.
        </p>
      )}
    </AccountPage>
  );
}
