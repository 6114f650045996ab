import orderingSheet from "#app/ordering/ordering.css?sheet";
import { type ActionResult, fieldState, resultOf } from "#app/ui/forms/action-result.ts";
import { Button } from "#app/ui/forms/button.tsx";
import { TextField, TickField } from "#app/ui/forms/text-field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { longestDeliveryText } from "#work/deliveries/delivery-lengths.ts";
import type { CustomerPartProps } from "../customer-part.ts";
import { LivePart } from "../live/live-updates.tsx";
import deliveryCardSheet from "./delivery-card.css?sheet";
import { DeliveryCard } from "./delivery-card.tsx";
import type { DeliveriesView } from "./delivery-view.server.ts";

interface OrderDeliveriesProps {
  orderId: string;
  deliveries: DeliveriesView;
  /** Idempotency key of the forms. */
  formKey: string;
  form: ActionResult | undefined;
}

export function CustomerDeliveries({ room: { order, deliveries }, form }: CustomerPartProps) {
  if (deliveries === undefined) return null;
  return (
    <LivePart name="deliveries">
      <OrderDeliveries
        orderId={order.id}
        deliveries={deliveries}
        formKey={deliveries.formKey}
        form={resultOf(form, "accept-delivery", "ask-for-changes", "reopen-order")}
      />
    </LivePart>
  );
}

/** The deliveries of an order, newest first, with the forms that answer the newest delivery. */
export function OrderDeliveries({ orderId, deliveries, formKey, form }: OrderDeliveriesProps) {
  // The first delivery can come into an open page, without its style sheet.
  useSheet(orderingSheet, deliveryCardSheet);
  const { underReview, reopenable } = deliveries;
  const [newest, ...earlier] = deliveries.deliveries;
  if (newest === undefined) return null;
  const isAnswerable = form?.values.intent === "reopen-order" ? reopenable : underReview;
  const unsent = form?.values.text;
  return (
    <section className="deliveries" id="deliveries" aria-labelledby="deliveries-title">
      <h2 id="deliveries-title">{earlier.length === 0 ? "Your delivery" : "Your deliveries"}</h2>
      {form?.notice && (
        <Notice tone="error">
          {form.notice}
          {unsent && isAnswerable === null && (
            <>
              {" "}
              Your text was not sent:
              <blockquote className="deliveries__unsent">{unsent}</blockquote>
            </>
          )}
        </Notice>
      )}
      <DeliveryCard delivery={newest}>
        {underReview === newest.number && (
          <Answer
            orderId={orderId}
            deliveries={deliveries}
            formKey={formKey}
            form={form}
            number={newest.number}
          />
        )}
        {reopenable === newest.number && (
          <Reopening
            orderId={orderId}
            deliveries={deliveries}
            formKey={formKey}
            form={form}
            number={newest.number}
          />
        )}
      </DeliveryCard>
      {earlier.map((delivery) => (
        <details className="deliveries__earlier" key={delivery.number}>
          <summary>
            Delivery {delivery.number}, {delivery.date}
          </summary>
          <DeliveryCard delivery={delivery} />
        </details>
      ))}
    </section>
  );
}

interface AnswerProps extends OrderDeliveriesProps {
  number: number;
}

function Answer({ orderId, deliveries, formKey, form, number }: AnswerProps) {
  const { promised, roundsNote } = deliveries;
  const asked = form?.values.intent === "ask-for-changes" ? form : undefined;
  const action = `/my-order/${orderId}`;
  return (
    <div className="delivery__answers">
      <form method="post" action={action}>
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

function Reopening({ orderId, deliveries, formKey, form, number }: AnswerProps) {
  const typed = form?.values.intent === "reopen-order" ? form : undefined;
  return (
    <div className="delivery__answers">
      <details className="delivery__changes" open={typed !== undefined}>
        <summary className="button button--secondary">Something is wrong</summary>
        <form method="post" action={`/my-order/${orderId}`} aria-label="Something is wrong">
          <input type="hidden" name="intent" value="reopen-order" />
          <input type="hidden" name="delivery" value={number} />
          <input type="hidden" name="key" value={typed?.values.key ?? formKey} />
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
