import orderingSheet from "#app/ordering/ordering.css?sheet";
import { type ActionResult, fieldState, resultOf } from "#app/ui/forms/action-result.ts";
import { Button } from "#app/ui/forms/button.tsx";
import { TextField, TickField } from "#app/ui/forms/text-field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { longestDeliveryText } from "#work/deliveries/delivery-lengths.ts";
import type { CustomerPartProps } from "../customer-part.ts";
import { LivePart } from "../live/live-updates.tsx";
import type { CustomerRoom } from "../room-parts.server.ts";

interface AnswerProps {
  orderId: string;
  deliveries: NonNullable<CustomerRoom["deliveries"]>;
  form: ActionResult | undefined;
  number: number;
}

/** The forms that answer the newest delivery, for the next step of the page. */
export function DeliveryAnswers({ room: { order, deliveries }, form }: CustomerPartProps) {
  useSheet(orderingSheet);
  if (deliveries === undefined) return null;
  const sent = resultOf(form, "accept-delivery", "ask-for-changes", "reopen-order");
  const { underReview, reopenable } = deliveries;
  const isAnswerable = sent?.values.intent === "reopen-order" ? reopenable : underReview;
  const unsent = sent?.values.text;
  const props = { orderId: order.id, deliveries, form: sent };
  return (
    <>
      {sent?.notice && (
        <Notice tone="error">
          {sent.notice}
          {unsent && isAnswerable === null && (
            <>
              {" "}
              Your text was not sent:
              <blockquote className="deliveries__unsent">{unsent}</blockquote>
            </>
          )}
        </Notice>
      )}
      {underReview !== null && <Answer {...props} number={underReview} />}
    </>
  );
}

/** The form with which the customer reopens an accepted order. */
export function DeliveryReopening({ room: { order, deliveries }, form }: CustomerPartProps) {
  const typed = resultOf(form, "reopen-order");
  return (
    <LivePart name="reopening">
      {deliveries && deliveries.reopenable !== null && (
        <Reopening
          orderId={order.id}
          deliveries={deliveries}
          form={typed}
          number={deliveries.reopenable}
        />
      )}
    </LivePart>
  );
}

function Answer({ orderId, deliveries, form, number }: AnswerProps) {
  const { promised, roundsNote, formKey } = deliveries;
  const asked = form?.values.intent === "ask-for-changes" ? form : undefined;
  const action = `/my-order/${orderId}`;
  return (
    <div className="delivery__answers">
      <form method="post" action={action} className="thumb-action">
        <input type="hidden" name="intent" value="accept-delivery" />
        <input type="hidden" name="delivery" value={number} />
        <Button>Accept the delivery</Button>
      </form>
      <details className="delivery__changes" open={asked !== undefined}>
        <summary className="button button--secondary">Ask for changes</summary>
        <form method="post" action={action} aria-label="Ask for changes">
          <input type="hidden" name="intent" value="ask-for-changes" />
          <input type="hidden" name="delivery" value={number} />
          <input type="hidden" name="key" value={asked?.values.key ?? formKey} />
          <TextField
            label="What should change?"
            multiline
            required
            maxLength={longestDeliveryText}
            {...fieldState(asked, "text")}
            hint={roundsNote}
          />
          {promised.length > 0 && (
            <fieldset>
              <legend>Which points does this concern?</legend>
              {promised.map(({ position, point }) => (
                <TickField key={position} name={`point-${position}`} label={point} form={asked} />
              ))}
            </fieldset>
          )}
          <Button>Send the request</Button>
        </form>
      </details>
    </div>
  );
}

function Reopening({ orderId, deliveries, form, number }: AnswerProps) {
  const typed = form?.values.intent === "reopen-order" ? form : undefined;
  return (
    <div className="delivery__answers">
      <details className="delivery__changes" open={typed !== undefined}>
        <summary className="button button--secondary">Something is wrong</summary>
        <form method="post" action={`/my-order/${orderId}`} aria-label="Something is wrong">
          <input type="hidden" name="intent" value="reopen-order" />
          <input type="hidden" name="delivery" value={number} />
          <input type="hidden" name="key" value={typed?.values.key ?? deliveries.formKey} />
          <TextField
            label="What is wrong?"
            multiline
            required
            maxLength={longestDeliveryText}
            {...fieldState(typed, "text")}
            hint={`You can reopen the order once, until ${deliveries.reopenLastDay}. We then work on it again.`}
          />
          <Button>Reopen the order</Button>
        </form>
      </details>
    </div>
  );
}
