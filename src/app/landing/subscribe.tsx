import { redirect } from "react-router";
import { subscribe } from "../../inbox/subscribers.ts";
import { servicesOf } from "../app-context.server.ts";
import { readForm, refusedForm } from "../form-state.server.ts";
import { pageTitle } from "../page-title.ts";
import { AccountPage } from "../ui/account-page.tsx";
import { Button } from "../ui/button.tsx";
import { fieldState } from "../ui/form-state.ts";
import { TextField } from "../ui/text-field.tsx";
import type { Route } from "./+types/subscribe";

export function meta() {
  return pageTitle("Subscribe");
}

export const handle = { quiet: true };

export async function action({ request, context }: Route.ActionArgs) {
  const values = await readForm(request);
  try {
    await subscribe(servicesOf(context), { subemail: values.subemail ?? "" });
  } catch (error) {
    return refusedForm(error, values);
  }
  return redirect("/subscribed", 303);
}

/** Where the footer's subscribe box lands when the address needs another look. */
export default function Subscribe({ actionData }: Route.ComponentProps) {
  return (
    <AccountPage title="Notes from the field">
      <form method="post" action="/subscribe">
        <TextField
          {...fieldState(actionData, "subemail")}
          id="subscribe-page-email"
          label="Your email"
          type="email"
          autoComplete="email"
          required
        />
        <Button>Subscribe</Button>
      </form>
    </AccountPage>
  );
}
