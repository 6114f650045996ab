import { wordsOf } from "#content/model/seeded-words.ts";
import { asksToConfirm } from "#inbox/subscribers/subscribe.ts";
import { servicesOf } from "../app-context.server.ts";
import { pageTitle } from "../document/page-title.ts";
import { useSite } from "../site-layout.tsx";
import { ThanksMessage } from "../ui/customer/message-pages.tsx";
import { ButtonLink } from "../ui/forms/button.tsx";
import type { Route } from "./+types/subscribed";

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Subscribed", matches);
}

export const handle = { shared: true };

/** Reads nothing about the subscriber, because the page is cached for all visitors. */
export async function loader({ context }: Route.LoaderArgs) {
  const { database, configuration } = servicesOf(context);
  return { asksFirst: await asksToConfirm(database.read, configuration) };
}

export default function Subscribed({ loaderData }: Route.ComponentProps) {
  const { asksFirst } = loaderData;
  return (
    <ThanksMessage title={asksFirst ? "One more step" : "You are subscribed"}>
      <p role="status">{wordsOf(useSite().site).subscriptionSent}</p>
      <p>
        {asksFirst
          ? "To confirm your subscription, open the link in the email that we send you now. If you are already subscribed, you get no email."
          : "We write when there is something worth reading, and not otherwise."}
      </p>
      <ButtonLink href="/">Back Home</ButtonLink>
    </ThanksMessage>
  );
}
