import { Anchor, List, Text } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { OrderLines } from "#app/order-room/money/order-lines.tsx";
import { OrderPayments } from "#app/order-room/money/order-payments.tsx";
import classes from "#app/order-room/order-room.module.css";
import type { TeamRoom } from "#app/order-room/room-parts.server.ts";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { IconChevronDown } from "#app/ui/icons/icon-chevron-down.ts";
import { thingLabel } from "#orders/order-words.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { Facts, FactsCard } from "../facts.tsx";
import { AssignmentForm } from "./assignment-form.tsx";
import { MoveOrderForm } from "./move-order-form.tsx";
import { OrderStatusForm } from "./order-status-form.tsx";

interface OrderFactsProps {
  room: TeamRoom;
  form: ActionResult | undefined;
}

/** On a phone the facts are folded. */
export function OrderFacts({ room, form }: OrderFactsProps) {
  const { order, assignment, nextMonth } = room;
  const { person: customer, mayMove } = room.account;
  const { attempts } = room.timeline;
  const promised = room.deliveries?.promised ?? [];
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div>
      <button
        type="button"
        className={classes.unfold}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span>
          <b>Customer, plan and payment</b>
          <span className={classes.folded}>{order.customerEmail || order.customerName}</span>
        </span>
        <IconChevronDown size={20} aria-hidden />
      </button>
      <div className={classes.facts} data-open={isOpen}>
        <FactsCard title="Customer">
          <Facts
            facts={[
              [
                "Name",
                customer === null ? (
                  order.customerName
                ) : (
                  <Anchor key="customer" component={Link} to={customer.path} inherit>
                    {order.customerName}
                  </Anchor>
                ),
              ],
              [
                "Email",
                order.customerEmail && (
                  <Anchor key="email" href={`mailto:${order.customerEmail}`} inherit>
                    {shownEmail(order.customerEmail)}
                  </Anchor>
                ),
              ],
              ["Website", <Website key="website" address={order.customerWebsite} />],
              ["Address", order.customerAddress],
              ["Company", order.companyName],
              ["Orders", customer?.orders],
            ]}
          />
          {mayMove && <MoveOrderForm key={String(order.companyName)} form={form} />}
          {customer !== null && <CustomerNotes {...customer} />}
        </FactsCard>
        <FactsCard title="Plan">
          <Facts
            facts={[
              [thingLabel(order), order.packageName],
              ["Amount", `${order.price} USD`],
              [
                "Consists of",
                order.lines.length > 0 && <OrderLines key="lines" lines={order.lines} />,
              ],
              [
                "Promised",
                promised.length > 0 && (
                  <List key="promised" size="sm">
                    {promised.map(({ position, point }) => (
                      <List.Item key={position}>{point}</List.Item>
                    ))}
                  </List>
                ),
              ],
              ["Ordered", order.fullDate],
              [
                "From an offer",
                room.money.offer !== null && (
                  <Anchor
                    key="offer"
                    component={Link}
                    to={`/admin/offers/${room.money.offer}`}
                    inherit
                  >
                    See the offer
                  </Anchor>
                ),
              ],
              [
                "Previous month",
                nextMonth.previous && <ChainLink key="previous" order={nextMonth.previous} />,
              ],
              [
                "Subscription",
                nextMonth.cycle && (
                  <Anchor
                    key="subscription"
                    component={Link}
                    to={`/subscriptions/${nextMonth.cycle.subscriptionId}`}
                    inherit
                  >
                    See all its periods
                  </Anchor>
                ),
              ],
              ["Next month", nextMonth.next && <ChainLink key="next" order={nextMonth.next} />],
            ]}
          />
          <OrderStatusForm order={order} form={form} />
          {assignment && <AssignmentForm assignment={assignment} form={form} />}
        </FactsCard>
        <FactsCard title="Payment">
          <Facts
            facts={[
              ["Payment Status", [order.paymentWords, order.moneyNote].filter(Boolean).join(", ")],
              [
                "Reminder",
                room.money.reminder !== "" &&
                  `By email on ${room.money.reminder}, unless the customer pays or writes before`,
              ],
              [
                "Payment attempts",
                attempts.length > 0 && `${attempts.length}, the last on ${attempts[0]}`,
              ],
            ]}
          />
          <OrderPayments order={order} {...room.money} isToDecide={room.reviews.length > 0} />
        </FactsCard>
      </div>
    </div>
  );
}

/** A link to another order of the same work. */
function ChainLink({ order }: { order: NonNullable<TeamRoom["nextMonth"]["next"]> }) {
  return (
    <Anchor component={Link} to={`/admin/payment-status/${order.id}`} inherit>
      Order {order.number}, {order.packageName}
      {order.isUnpaid && " (not paid yet)"}
    </Anchor>
  );
}

/** The newest notes, with a link to all notes. */
function CustomerNotes({ path, notes }: { path: string; notes: readonly string[] }) {
  return (
    <div>
      {notes.slice(0, notesShown).map((note, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two notes may be the same
        <Text key={index} size="sm" lineClamp={3} className={classes.customerNote}>
          {note}
        </Text>
      ))}
      <Anchor component={Link} to={`${path}#notes`} size="sm">
        {notes.length === 0
          ? "Add a note about this customer"
          : `Notes on this customer: ${notes.length}`}
      </Anchor>
    </div>
  );
}

const notesShown = 2;

function Website({ address }: { address: string }) {
  if (address === "") return "Not given";
  return (
    <Anchor href={address} target="_blank" rel="noreferrer" inherit>
      {address}
    </Anchor>
  );
}
