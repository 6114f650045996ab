import { asksToConfirm } from "../../inbox/subscribers/subscribe.ts";
import { servicesOf } from "../app-context.server.ts";
import { pageTitle } from "../document/page-meta.ts";
import { ThanksMessage } from "../ui/customer/message-pages.tsx";
import { ButtonLink } from "../ui/forms/button.tsx";
import type { Route } from "./+types/subscribed";

export function meta() {
  return pageTitle("Subscribed");
}

export const handle = { shared: true };

/** Contains nothing about the subscriber, so the page may be cached. */
export async function loader({ context }: Route.LoaderArgs) {
  const { database, configuration } = servicesOf(context);
  return { asksFirst: await asksToConfirm(database.read, configuration) };
}

export default function Subscribed({ loaderData }: Route.ComponentProps) {
  const { asksFirst } = loaderData;
  return (
    <ThanksMessage title={asksFirst ? "One more step" : "You are subscribed"}>
      <p>Subscribers Request is Sent</p>
      <p>
        {asksFirst
          ? "Check your email: a link there puts you on the list. Whoever is on it already gets no second mail."
          : "We write when there is something worth reading, and not otherwise."}
      </p>
      <ButtonLink href="/">Back Home</ButtonLink>
    </ThanksMessage>
  );
}
