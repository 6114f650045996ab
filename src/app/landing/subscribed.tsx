import { pageTitle } from "../page-title.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { ThanksMessage } from "../ui/thanks-message.tsx";

export function meta() {
  return pageTitle("Subscribed");
}

export default function Subscribed() {
  return (
    <ThanksMessage title="You are on the list">
      <Notice tone="success">Subscribers Request is Sent</Notice>
      <p>Expect a note when there is something worth reading, and silence in between.</p>
      <ButtonLink href="/">Back Home</ButtonLink>
    </ThanksMessage>
  );
}
