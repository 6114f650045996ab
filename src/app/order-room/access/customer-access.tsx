import { resultOf } from "#app/ui/forms/action-result.ts";
import { Button } from "#app/ui/forms/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import type { CustomerPartProps } from "../customer-part.ts";
import { Portrait } from "../people/portrait.tsx";
import orderAccessSheet from "./order-access.css?sheet";

export function CustomerAccess({ room: { order, access: people }, form }: CustomerPartProps) {
  useSheet(orderAccessSheet);
  if (people.length === 0) return null;
  const refused = resultOf(form, "end-links");
  return (
    <section className="order-access" id="order-access" aria-labelledby="order-access-title">
      <h2 id="order-access-title">Who can open this order</h2>
      {refused?.notice && <Notice tone="error">{refused.notice}</Notice>}
      <p className="order-step__note">
        The links in our emails open one part of this order without a password, for 14 days.
      </p>
      <ul aria-label="People who can open this order">
        {people.map(({ accountId, name, email, isYou, links, mayEnd }) => (
          <li key={accountId} className="order-access__person">
            <div className="order-access__who">
              <Portrait person={{ name: name || email, picture: "" }} side="customer" />
              <p>
                <strong>{name || shownEmail(email)}</strong>
                {isYou && " (you)"}
                {name !== "" && <span className="order-access__about"> {shownEmail(email)}</span>}
              </p>
            </div>
            <p className="order-access__about">Can log in{links.length > 0 && ", and has:"}</p>
            {links.map(({ purpose, opens, count, until, used }) => (
              <p key={purpose} className="order-access__about">
                {count === 1 ? "1 link" : `${count} links`} {opens}, valid until {until}, {used}
              </p>
            ))}
            {mayEnd && (
              <form method="post" action={`/my-order/${order.id}`}>
                <input type="hidden" name="intent" value="end-links" />
                <input type="hidden" name="person" value={accountId} />
                <Button variant="secondary">Revoke the links of {shownEmail(email)}</Button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
