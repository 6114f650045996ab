import type { ReactNode } from "react";
import orderingSheet from "#app/ordering/ordering.css?sheet";
import { Icon } from "#app/ui/drawings/icon.tsx";
import { type ActionResult, fieldState, resultOf } from "#app/ui/forms/action-result.ts";
import { Button } from "#app/ui/forms/button.tsx";
import { TextField, TickField } from "#app/ui/forms/text-field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { longestDeliveryText } from "#work/deliveries/delivery-lengths.ts";
import type { CustomerPartProps } from "../customer-part.ts";
import { LivePart } from "../live/live-updates.tsx";
import type { DeliveriesView, DeliveryView } from "./delivery-view.server.ts";

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
  useSheet(orderingSheet);
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

interface DeliveryCardProps {
  delivery: DeliveryView;
  children?: ReactNode;
}

function DeliveryCard({ delivery, children }: DeliveryCardProps) {
  const { number, text, date, isoDate, points, answer, reopening } = delivery;
  return (
    <article className="delivery" aria-label={`Delivery ${number}`}>
      <header className="delivery__head">
        <h3>Delivery {number}</h3>
        <time dateTime={isoDate}>{date}</time>
      </header>
      <p className="delivery__text">{text || "The work is complete."}</p>
      {points.length > 0 && (
        <ul className="delivery__points">
          {points.map(({ position, point, kind, ...proof }) => (
            <li key={position} className={`delivery__point delivery__point--${kind}`}>
              <Icon name={kind === "follows" ? "info" : "check"} />
              <div>
                <p className="delivery__promise">{point}</p>
                <Proof kind={kind} {...proof} />
              </div>
            </li>
          ))}
        </ul>
      )}
      {answer && <GivenAnswer answer={answer} />}
      {reopening && (
        <div className="delivery__answer">
          <p>Reopened on {reopening.date}, because something is wrong</p>
          <blockquote>{reopening.text}</blockquote>
        </div>
      )}
      {children}
    </article>
  );
}

type ProofProps = Pick<
  DeliveryView["points"][number],
  "kind" | "value" | "file" | "pages" | "checkedOn"
>;

function Proof({ kind, value, file, pages, checkedOn }: ProofProps) {
  if (kind === "check") {
    return (
      <div className="delivery__proof">
        <p>{value}</p>
        <details className="delivery__pages">
          <summary>{pages.length === 1 ? "1 fixed page" : `${pages.length} fixed pages`}</summary>
          <p>{checkedOn}:</p>
          <ul>
            {pages.map((page) => (
              <li key={page}>{page}</li>
            ))}
          </ul>
        </details>
      </div>
    );
  }
  if (kind === "file") {
    return (
      <p className="delivery__proof">
        {file === null ? (
          `${value} (removed)`
        ) : (
          <a href={file} download={value}>
            {value}
          </a>
        )}
      </p>
    );
  }
  if (kind === "link") {
    return (
      <p className="delivery__proof">
        <a href={value} target="_blank" rel="noreferrer nofollow">
          {value.replace(/^https?:\/\//, "")}
        </a>
      </p>
    );
  }
  return (
    <p className="delivery__proof">
      {kind === "follows" && <strong>Follows: </strong>}
      {value}
    </p>
  );
}

interface GivenAnswerProps {
  answer: NonNullable<DeliveryView["answer"]>;
}

function GivenAnswer({ answer }: GivenAnswerProps) {
  const { kind, date, by, isByTime, text, concerned, round, isBeyondIncluded } = answer;
  const byPerson = by === null ? "" : ` by ${by}`;
  if (kind === "accepted") {
    return (
      <p className="delivery__answer">
        {isByTime
          ? `Accepted on ${date}, without an answer in time`
          : `Accepted on ${date}${byPerson}`}
      </p>
    );
  }
  return (
    <div className="delivery__answer">
      <p>
        Changes requested on {date}
        {byPerson} (round {round}
        {isBeyondIncluded && ", beyond the 2 included rounds"})
      </p>
      <blockquote>{text}</blockquote>
      {concerned.length > 0 && <p>This concerns: {concerned.join("; ")}</p>}
    </div>
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
