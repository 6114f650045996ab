import { Anchor, Badge, Card, Group, Stack, Text, Title } from "@mantine/core";
import classes from "../order-room.module.css";
import type { PanelRoom } from "../room-parts.server.ts";
import { DeliveryDialog } from "./delivery-dialog.tsx";
import type { DeliveryView } from "./delivery-view.server.ts";

/** The deliveries of the order, newest first, and the dialog with the form of the next one. */
export function PanelDeliveries({ room }: { room: PanelRoom }) {
  const { order, deliveries, website } = room;
  return (
    <>
      <DeliveryDialog
        orderId={order.id}
        recipient={order.recipient}
        deliveries={deliveries}
        proofs={website.proofs}
        isOffered={order.isDeliverable}
      />
      <Deliveries deliveries={deliveries} />
    </>
  );
}

function Deliveries({ deliveries }: Pick<PanelRoom, "deliveries">) {
  const { underReview, lastDay } = deliveries;
  if (deliveries.deliveries.length === 0) return null;
  return (
    <Stack component="section" gap="sm" aria-labelledby="deliveries">
      <Title order={2} id="deliveries">
        Deliveries
      </Title>
      {deliveries.deliveries.map((delivery, index) => (
        <Card withBorder component="article" key={delivery.number}>
          <DeliveryInPanel
            delivery={delivery}
            waitsUntil={delivery.number === underReview ? lastDay : ""}
            isNewest={index === 0}
          />
        </Card>
      ))}
    </Stack>
  );
}

interface DeliveryInPanelProps {
  delivery: DeliveryView;
  /** Last day for an answer; "" when the delivery is not under review. */
  waitsUntil: string;
  isNewest: boolean;
}

function DeliveryInPanel({ delivery, waitsUntil, isNewest }: DeliveryInPanelProps) {
  const { number, text, author, date, points, answer, reopening, isTakenBack } = delivery;
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Title order={3} size="h4">
          Delivery {number}
        </Title>
        <State
          answer={answer}
          reopening={reopening}
          isTakenBack={isTakenBack}
          isWaiting={waitsUntil !== ""}
        />
      </Group>
      <Text size="sm" c="dimmed">
        {date}, {author}
        {waitsUntil && `. Without an answer, it counts as accepted after ${waitsUntil}.`}
      </Text>
      {answer?.kind === "accepted" && answer.by !== null && (
        <Text size="sm">
          Accepted by {answer.by} on {answer.date}
        </Text>
      )}
      {answer?.kind === "changes-asked" && <Changes answer={answer} />}
      {reopening && (
        <div className={classes.changes}>
          <Text size="sm" fw={600}>
            Reopened by {reopening.by ?? "the customer"} on {reopening.date}, because something is
            wrong
          </Text>
          <Text size="sm" className={classes.deliveryText}>
            {reopening.text}
          </Text>
        </div>
      )}
      <Text size="sm" className={classes.deliveryText}>
        {text || "Delivered without proof, by changing the order status."}
      </Text>
      {points.length > 0 && (
        <details open={isNewest} className={classes.proofs}>
          <summary>{points.length === 1 ? "1 point" : `${points.length} points`}</summary>
          <dl className={classes.proofList}>
            {points.map(({ position, point, kind, value, file, pages }) => (
              <div key={position}>
                <Text component="dt" size="sm" fw={600}>
                  {point}
                </Text>
                <Text component="dd" size="sm">
                  {kind === "link" ? (
                    <Anchor href={value} target="_blank" rel="noreferrer" inherit>
                      {value}
                    </Anchor>
                  ) : (
                    <OtherProof kind={kind} value={value} file={file} />
                  )}
                  {pages.length > 0 && ` (${shortList(pages)})`}
                </Text>
              </div>
            ))}
          </dl>
        </details>
      )}
    </Stack>
  );
}

const shownPages = 5;

function shortList(pages: readonly string[]): string {
  const first = pages.slice(0, shownPages).join(", ");
  const others = pages.length - shownPages;
  return others > 0 ? `${first} and ${others} more` : first;
}

type OtherProofProps = Pick<DeliveryView["points"][number], "kind" | "value" | "file">;

function OtherProof({ kind, value, file }: OtherProofProps) {
  if (kind !== "file") return `${kind === "follows" ? "Follows: " : ""}${value}`;
  if (file === null) return `${value} (removed)`;
  return (
    <Anchor href={file} download={value} inherit>
      {value}
    </Anchor>
  );
}

interface StateProps extends Pick<DeliveryView, "answer" | "reopening" | "isTakenBack"> {
  isWaiting: boolean;
}

function State({ answer, reopening, isTakenBack, isWaiting }: StateProps) {
  if (reopening !== null) {
    return (
      <Badge variant="dot" color="orange">
        Reopened
      </Badge>
    );
  }
  if (answer?.kind === "accepted") {
    return (
      <Badge variant="dot" color="green">
        {answer.isByTime ? "Accepted automatically" : "Accepted"}
      </Badge>
    );
  }
  if (answer !== null) {
    return (
      <Badge variant="dot" color="orange">
        Changes requested
      </Badge>
    );
  }
  if (isTakenBack) return <Badge variant="dot">Withdrawn</Badge>;
  if (!isWaiting) return null;
  return (
    <Badge variant="dot" color="blue">
      Waiting for the customer
    </Badge>
  );
}

function Changes({ answer }: { answer: NonNullable<DeliveryView["answer"]> }) {
  const { date, by, text, round, concerned } = answer;
  return (
    <div className={classes.changes}>
      <Text size="sm" fw={600}>
        Changes requested {by !== null && `by ${by} `}on {date}, round {round}
      </Text>
      <Text size="sm" className={classes.deliveryText}>
        {text}
      </Text>
      {concerned.length > 0 && (
        <Text size="sm" c="dimmed">
          Concerns: {concerned.join("; ")}
        </Text>
      )}
    </div>
  );
}
