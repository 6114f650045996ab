import { Button } from "../../ui/forms/button.tsx";
import type { FormState } from "../../ui/forms/form-state.ts";
import { Notice } from "../../ui/notice.tsx";
import type { WayInRow } from "./ways-in.server.ts";

interface WaysInProps {
  orderId: string;
  ways: readonly WayInRow[];
  /** Answer to the form that ends links. */
  form: FormState | undefined;
}

/** Who reaches an order, on the customer's page. */
export function WaysIn({ orderId, ways, form }: WaysInProps) {
  return (
    <section className="ways-in" id="ways-in" aria-labelledby="ways-in-title">
      <h2 id="ways-in-title">Who can open this order</h2>
      {form?.notice && <Notice tone="error">{form.notice}</Notice>}
      <p className="order-step__note">
        The links in our emails open one part of this order without a password, for 14 days.
      </p>
      <ul aria-label="People who can open this order">
        {ways.map(({ accountId, email, isYou, links, mayEnd }) => (
          <li key={accountId} className="ways-in__person">
            <p>
              <strong>{email}</strong>
              {isYou && " (you)"}
            </p>
            <p className="ways-in__about">Can log in{links.length > 0 && ", and has:"}</p>
            {links.map(({ purpose, opens, count, until, used }) => (
              <p key={purpose} className="ways-in__about">
                {count === 1 ? "1 link" : `${count} links`} {opens}, valid until {until}, {used}
              </p>
            ))}
            {mayEnd && (
              <form method="post" action={`/my-order/${orderId}`}>
                <input type="hidden" name="intent" value="end-links" />
                <input type="hidden" name="person" value={accountId} />
                <Button variant="secondary">End the links of {email}</Button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
