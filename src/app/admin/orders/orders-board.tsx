import { Alert, Anchor, Button, Stack, Text, Title } from "@mantine/core";
import { type DragEvent, startTransition, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-meta.ts";
import { mayDemonstrate } from "#orders/demonstration/add-demonstration-orders.ts";
import type { OrderStatus } from "#orders/order.ts";
import { listHref } from "../list/list.ts";
import { EmptyList } from "../list/list-rows.tsx";
import { useListAction } from "../list/use-list-action.ts";
import { useSendsEmails } from "../mail/use-sends-emails.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import { orderHref, StandingText } from "../ui/admin-orders-table.tsx";
import type { Route } from "./+types/orders-board";
import { AddDemonstrationOrders } from "./add-demonstration-orders.tsx";
import { describeDelivery } from "./describe-effect.ts";
import classes from "./orders-board.module.css";
import { type BoardColumn, type BoardOrder, readOrdersBoard } from "./orders-board.server.ts";
import { noOrders, ordersList } from "./orders-list.ts";
import { PaymentStanding } from "./payment-standing.tsx";

export const handle = { breadcrumb: [{ label: "Board" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Orders board", matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const columns = await readOrdersBoard(services, actor, await dateReader(services, request));
  return { columns, mayAdd: mayDemonstrate(services, actor) };
}

/** Order statuses that are being set on this screen, by the id of the order. */
type Moves = ReadonlyMap<string, OrderStatus>;

/**
 * Shows orders in columns. To deliver a paid order, the admin moves the order into the next column.
 */
export default function OrdersBoard({ loaderData: { columns, mayAdd } }: Route.ComponentProps) {
  const [moves, setMoves] = useState<Moves>(new Map());
  const [dragged, setDragged] = useState<BoardOrder | null>(null);
  const board = useRef<HTMLDivElement>(null);
  const change = useListAction(ordersList.path, () => {});
  const { result } = change;
  // A phone shows one column at a time, so the board starts at the orders to deliver.
  useEffect(() => {
    const column = board.current?.querySelector<HTMLElement>(`[data-column="to-deliver"]`);
    if (board.current && column) board.current.scrollLeft = column.offsetLeft;
  }, []);

  const move = ({ id }: BoardOrder, status: OrderStatus) => {
    setMoves((moves) => new Map(moves).set(id, status));
    void change.run({ orderStatus: status, ids: [id] }).finally(() => {
      // Rendered together with the columns that the server has returned. A move that stayed until
      // the columns agree would hide that the order has been moved back in the meantime.
      startTransition(() => setMoves((moves) => new Map([...moves].filter(([key]) => key !== id))));
    });
  };
  const shown = columnsAfter(columns, moves);
  const isEmpty = columns.every(({ orders }) => orders.length === 0);
  return (
    <Stack gap="lg">
      <Title order={1}>Board</Title>
      {result?.error && <Alert color="red">{result.error}</Alert>}
      {result?.failed?.map(({ id, reason }) => (
        <Alert key={id} color="red">
          Order {numberOf(columns, id)}: {reason}
        </Alert>
      ))}
      {isEmpty ? (
        <EmptyList {...noOrders}>{mayAdd && <AddDemonstrationOrders />}</EmptyList>
      ) : (
        <div className={classes.board} ref={board}>
          {shown.map((column) => (
            <Column
              key={column.name}
              column={column}
              dragged={dragged}
              onDrag={setDragged}
              onMove={move}
            />
          ))}
        </div>
      )}
    </Stack>
  );
}

function numberOf(columns: readonly BoardColumn[], orderId: string): number | undefined {
  return columns.flatMap(({ orders }) => orders).find(({ id }) => id === orderId)?.number;
}

/** The columns after the moves. A moved order is at the top of its new column. */
function columnsAfter(columns: readonly BoardColumn[], moves: Moves): readonly BoardColumn[] {
  if (moves.size === 0) return columns;
  const all = columns.flatMap(({ orders }) => orders);
  return columns.map((column) => {
    const { status, orders } = column;
    const stay = orders.filter(({ id }) => (moves.get(id) ?? status) === status);
    const arrived = all.filter(
      (order) => moves.get(order.id) === status && !orders.includes(order),
    );
    const total = column.total + arrived.length + stay.length - orders.length;
    return { ...column, total, orders: [...arrived, ...stay] };
  });
}

interface ColumnProps {
  column: BoardColumn;
  dragged: BoardOrder | null;
  onDrag: (order: BoardOrder | null) => void;
  onMove: (order: BoardOrder, status: OrderStatus) => void;
}

function Column({ column, dragged, onDrag, onMove }: ColumnProps) {
  const { name, title, query, status, orders, empty } = column;
  const [isOver, setOver] = useState(false);
  const isElsewhere = dragged !== null && !orders.some(({ id }) => id === dragged.id);
  const mayDrop = isElsewhere && status !== null;
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (mayDrop) onMove(dragged, status);
  };
  const sendsEmails = useSendsEmails();
  const hint = status === "Pending" ? describeDelivery(orders, sendsEmails) : "";
  return (
    <section
      className={classes.column}
      data-column={name}
      aria-labelledby={`column-${name}`}
      data-target={mayDrop || undefined}
      data-over={(mayDrop && isOver) || undefined}
      onDragOver={(event) => {
        if (!mayDrop) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
    >
      <Title order={2} size="h4" id={`column-${name}`}>
        {title} <span className={classes.count}>{countOf(column)}</span>
      </Title>
      {hint !== "" && (
        <Text size="xs" c="dimmed">
          {hint}
        </Text>
      )}
      {orders.length === 0 && (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
      <ul className={classes.cards}>
        {orders.map((order) => (
          <OrderCard
            key={order.id}
            order={order}
            next={status === null ? null : otherStatus[status]}
            onDrag={onDrag}
            onMove={onMove}
          />
        ))}
      </ul>
      {column.total > orders.length && (
        <Anchor component={Link} to={listHref(ordersList.path, query)} size="sm" py={8}>
          See all in the table
        </Anchor>
      )}
    </section>
  );
}

/**
 * Counting stops at one order more than the limit, so the text gives one order less than `total`.
 */
function countOf({ total, isCounted }: BoardColumn): string {
  return isCounted ? total.toLocaleString("en-US") : `${(total - 1).toLocaleString("en-US")}+`;
}

interface OrderCardProps {
  order: BoardOrder;
  /** Order status that the button of the card sets; null without a button. */
  next: OrderStatus | null;
  onDrag: (order: BoardOrder | null) => void;
  onMove: (order: BoardOrder, status: OrderStatus) => void;
}

const otherStatus = { Pending: "Delivered", Delivered: "Pending" } as const;

function OrderCard({ order, next, onDrag, onMove }: OrderCardProps) {
  return (
    <li
      className={classes.card}
      draggable={next !== null}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.effectAllowed = "move";
        dataTransfer.setData("text/plain", `Order ${order.number}`);
        onDrag(order);
      }}
      onDragEnd={() => onDrag(null)}
    >
      <div className={classes.line}>
        <Anchor
          component={Link}
          to={orderHref(order)}
          draggable={false}
          fw={600}
          className={classes.link}
        >
          Order {order.number}
        </Anchor>
        <Text span fw={600}>
          {order.price}
        </Text>
      </div>
      <Text className={classes.name}>{order.customerName}</Text>
      <Text size="sm" c="dimmed">
        {order.packageName}, {order.event}
      </Text>
      <StandingText {...order} />
      {order.paymentMark !== null && <PaymentStanding order={order} />}
      {next !== null && (
        <Button
          className={classes.action}
          size="xs"
          variant={next === "Delivered" ? "light" : "default"}
          onClick={() => onMove(order, next)}
          aria-label={`Mark as ${next}: order ${order.number}`}
        >
          Mark as {next}
        </Button>
      )}
    </li>
  );
}
