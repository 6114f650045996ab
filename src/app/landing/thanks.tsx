import { wordsOf } from "#content/model/seeded-words.ts";
import { pageTitle } from "../document/page-title.ts";
import { useSite } from "../site-layout.tsx";
import { ThanksMessage } from "../ui/customer/message-pages.tsx";
import { ButtonLink } from "../ui/forms/button.tsx";
import type { Route } from "./+types/thanks";

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Thank you", matches);
}

export const handle = { shared: true };

export default function Thanks() {
  const { messageSent, answerTime } = wordsOf(useSite().site);
  return (
    <ThanksMessage title="Thank you">
      <p role="status">{messageSent}</p>
      <p>We have received your message and will get back to you as soon as possible</p>
      {answerTime && <p>A person answers within {answerTime}.</p>}
      <ButtonLink href="/">Back Home</ButtonLink>
    </ThanksMessage>
  );
}
