import { Alert, Anchor, Button, Group, NativeSelect, Stack, Text, Title } from "@mantine/core";
import { type DragEvent, startTransition, useEffect, useRef, useState } from "react";
import { Form, Link, useSubmit } from "react-router";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { IconUser } from "#app/ui/icons/icon-user.ts";
import { mayDemonstrate } from "#demonstration/add-demonstration-orders.ts";
import { isSignedIn } from "#policy/actor.ts";
import { type OrderStage, waitsFor } from "#stages/order-stage.ts";
import { listHref } from "../frame/list/define-list.ts";
import { EmptyList } from "../frame/list/empty-list.tsx";
import { useListAction } from "../frame/list/use-list-action.ts";
import { adminOnly } from "../frame/shell/admin-guard.server.ts";
import { orderHref, StandingText } from "../frame/ui/admin-orders-table.tsx";
import type { Route } from "./+types/orders-board";
import { AddDemonstrationOrders } from "./add-demonstration-orders.tsx";
import { moveBetween, moveLabels, nextColumn } from "./board-columns.ts";
import { DeliverFromBoard } from "./deliver-from-board.tsx";
import classes from "./orders-board.module.css";
import { type BoardColumn, type BoardOrder, readOrdersBoard } from "./orders-board.server.ts";
import { assignmentOptions, noOrders, ordersList } from "./orders-list.ts";
import { PaymentStanding } from "./payment-standing.tsx";
import { assignablePeople } from "./team-order-rows.server.ts";

export const handle = { breadcrumb: [{ label: "Board" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Orders board", matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const assigned = new URL(request.url).searchParams.get("assigned") ?? "";
  const reader = await dateReader(services, request);
  return {
    columns: await readOrdersBoard(services, actor, reader, assigned),
    assigned,
    people: await assignablePeople(services, actor),
    accountId: isSignedIn(actor) ? actor.accountId : "",
    mayAdd: mayDemonstrate(services, actor),
  };
}

/** Columns into which orders are being moved on this screen, by the id of the order. */
type Moves = ReadonlyMap<string, OrderStage>;

/** What the server is asked for; "deliver" marks the order as delivered without proof. */
const requests = {
  start: { start: true },
  deliver: { orderStatus: "Delivered" },
  reopen: { orderStatus: "Pending" },
} as const;

/** Shows the orders in a column for each stage. Moving a card does what the stage means. */
export default function OrdersBoard({ loaderData }: Route.ComponentProps) {
  const { columns, mayAdd, assigned, people, accountId } = loaderData;
  const [moves, setMoves] = useState<Moves>(new Map());
  const [dragged, setDragged] = useState<BoardOrder | null>(null);
  const [toDeliver, setToDeliver] = useState<BoardOrder | null>(null);
  const submit = useSubmit();
  const board = useRef<HTMLDivElement>(null);
  const change = useListAction(ordersList.path, () => {});
  const { result } = change;
  const scrollTo = (name: OrderStage) => {
    const column = board.current?.querySelector<HTMLElement>(`[data-column="${name}"]`);
    if (board.current && column) board.current.scrollLeft = column.offsetLeft;
  };
  // A phone shows one column at a time, so the board starts at the first orders for the team.
  const filled = columns.filter(({ orders }) => orders.length > 0);
  const firstForTeam = filled.find(({ name }) => waitsFor[name] === "team") ?? filled[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: later changes must not scroll the board
  useEffect(() => {
    if (matchMedia("(max-width: 47.99em)").matches) {
      scrollTo(firstForTeam?.name ?? "awaiting-brief");
    }
  }, []);

  const save = ({ id, stage }: BoardOrder, to: OrderStage) => {
    const move = moveBetween(stage, to);
    if (move === null) return;
    setMoves((moves) => new Map(moves).set(id, to));
    void change.run({ ...requests[move], ids: [id] }).finally(() => {
      // Rendered together with the columns that the server has returned. A move that stayed until
      // the columns agree would hide that the order has been moved back in the meantime.
      startTransition(() => setMoves((moves) => new Map([...moves].filter(([key]) => key !== id))));
    });
  };
  const move = (order: BoardOrder, to: OrderStage) => {
    if (moveBetween(order.stage, to) === "deliver") setToDeliver(order);
    else save(order, to);
  };
  const shown = columnsAfter(columns, moves);
  const isEmpty = assigned === "" && columns.every(({ orders }) => orders.length === 0);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="end">
        <Title order={1}>Board</Title>
        {people.length > 0 && (
          <Form method="get" onChange={(event) => submit(event.currentTarget)}>
            <NativeSelect
              name="assigned"
              label="Assigned to"
              key={assigned}
              defaultValue={assigned}
              data={[{ value: "", label: "Anybody" }, ...assignmentOptions(people, accountId)]}
            />
          </Form>
        )}
      </Group>
      {result?.notice && <Alert color="red">{result.notice}</Alert>}
      {result?.data?.failed.map(({ id, reason }) => (
        <Alert key={id} color="red">
          Order {numberOf(columns, id)}: {reason}
        </Alert>
      ))}
      {isEmpty ? (
        <EmptyList {...noOrders}>{mayAdd && <AddDemonstrationOrders />}</EmptyList>
      ) : (
        <>
          <nav className={classes.jump} aria-label="Columns">
            {shown.map((column) => (
              <Button
                key={column.name}
                size="compact-md"
                variant="default"
                onClick={() => scrollTo(column.name)}
              >
                {column.title} {column.total.toLocaleString("en-US")}
              </Button>
            ))}
          </nav>
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
        </>
      )}
      <DeliverFromBoard
        order={toDeliver}
        onClose={() => setToDeliver(null)}
        onMark={(order) => {
          setToDeliver(null);
          save(order, "in-review");
        }}
      />
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
    const { name, orders } = column;
    const stay = orders.filter(({ id }) => (moves.get(id) ?? name) === name);
    const arrived = all.filter((order) => moves.get(order.id) === name && !orders.includes(order));
    const total = column.total + arrived.length + stay.length - orders.length;
    return { ...column, total, orders: [...arrived, ...stay] };
  });
}

interface ColumnProps {
  column: BoardColumn;
  dragged: BoardOrder | null;
  onDrag: (order: BoardOrder | null) => void;
  onMove: (order: BoardOrder, to: OrderStage) => void;
}

function Column({ column, dragged, onDrag, onMove }: ColumnProps) {
  const { name, title, query, note, orders, empty } = column;
  const [isOver, setOver] = useState(false);
  const mayDrop = dragged !== null && moveBetween(dragged.stage, name) !== null;
  const dropped = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (mayDrop) onMove(dragged, name);
  };
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
      <div>
        <Title order={2} size="h4" id={`column-${name}`}>
          {title} <span className={classes.count}>{column.total.toLocaleString("en-US")}</span>
        </Title>
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      </div>
      {orders.length === 0 && (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
      <ul className={classes.cards}>
        {orders.map((order) => (
          <OrderCard key={order.id} order={order} column={name} onDrag={onDrag} onMove={onMove} />
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

interface OrderCardProps {
  order: BoardOrder;
  /** The column that shows the card, before or after a move. */
  column: OrderStage;
  onDrag: (order: BoardOrder | null) => void;
  onMove: (order: BoardOrder, to: OrderStage) => void;
}

function OrderCard({ order, column, onDrag, onMove }: OrderCardProps) {
  const isMoving = order.stage !== column;
  const to = nextColumn[order.stage];
  const label = moveLabels[(to && moveBetween(order.stage, to)) ?? "start"];
  return (
    <li
      className={classes.card}
      draggable={to !== undefined && !isMoving}
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
      {order.assignee !== "" && (
        <Text size="sm" className={classes.name}>
          <IconUser size={14} className={classes.person} aria-hidden /> {order.assignee}
        </Text>
      )}
      {waitsFor[order.stage] === "team" && <StandingText {...order} />}
      {order.paymentMark !== null && <PaymentStanding order={order} />}
      {to !== undefined && !isMoving && (
        <Button
          className={classes.action}
          size="xs"
          px="xs"
          variant={waitsFor[order.stage] === "team" ? "light" : "default"}
          onClick={() => onMove(order, to)}
          aria-label={`${label}: order ${order.number}`}
        >
          {label}
        </Button>
      )}
    </li>
  );
}
