import {
  Alert,
  Anchor,
  Badge,
  Box,
  Button,
  Card,
  Checkbox,
  Group,
  Popover,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { MessageFields } from "#app/order-room/money/message-fields.tsx";
import type { Decision } from "#money/review/review.ts";
import { useDraftForm } from "../frame/forms/use-draft-form.ts";
import { emailClause } from "../messages/mail/email-words.ts";
import { useSendsEmails } from "../messages/mail/use-sends-emails.ts";
import classes from "./review-card.module.css";
import type { ReviewRow } from "./review-row.server.ts";

const nothing = { note: "", order: "" };

function ReviewDecisions({ review }: { review: ReviewRow }) {
  const sendsEmails = useSendsEmails();
  const draft = useDraftForm({
    key: `furrow-typed review ${review.id}`,
    stored: nothing,
    fetcherKey: `review ${review.id}`,
  });
  const { Form, typed, result: form, onSubmit } = draft;
  const { refusals } = review;
  // One form per decision, so that Enter in a field sends the decision of that field. Every form
  // sends the note.
  const decision = (
    <>
      <input type="hidden" name="intent" value="decide-review" />
      <input type="hidden" name="review" value={review.id} />
    </>
  );
  const hidden = (
    <>
      {decision}
      <input type="hidden" name="note" value={typed.values.note} />
    </>
  );
  const chosen = draft.formData?.get("decision") ?? null;
  const button = (decision: Decision) => ({
    type: "submit" as const,
    name: "decision",
    value: decision,
    h: 44,
    loading: chosen === decision,
    disabled: chosen !== null && chosen !== decision,
  });
  const field = (name: keyof typeof nothing) => ({ size: "md" as const, ...draft.field(name) });
  return (
    <Stack gap="sm">
      {form?.notice && <Alert color="red">{form.notice}</Alert>}
      <Form method="post" onSubmit={onSubmit}>
        {hidden}
        <Group gap="sm">
          {refusals.accept === null &&
            (review.acceptQuestion === null ? (
              <Button {...button("accept")} variant={review.isDoubtful ? "default" : "filled"}>
                {review.acceptLabel}
              </Button>
            ) : (
              <AskFirst label={review.acceptLabel} question={review.acceptQuestion}>
                <Button {...button("accept")} h={36} size="xs">
                  Accept the amount
                </Button>
              </AskFirst>
            ))}
          {refusals["ask-again"] === null && <Button {...button("ask-again")}>Verify again</Button>}
          {refusals.refund === null &&
            (review.refundQuestion === null ? (
              <Button {...button("refund")} variant="default">
                {review.refundLabel}
              </Button>
            ) : (
              <AskFirst label={`${review.refundLabel}…`} question={review.refundQuestion}>
                <Button {...button("refund")} h={36} size="xs" color="red">
                  {review.refundLabel}
                </Button>
              </AskFirst>
            ))}
        </Group>
      </Form>
      <Text size="sm" c="dimmed">
        {review.acceptEffect}
      </Text>
      {refusals.refund === null && review.refundEffect !== null && (
        <Text size="sm" c="dimmed">
          {review.refundEffect}
        </Text>
      )}
      {refusals.link === null && (
        <Form method="post" onSubmit={onSubmit}>
          {hidden}
          <TextInput
            label="Number of the order that this payment belongs to"
            description={`The payment is applied to that order, which becomes Paid. If the order was never paid before, ${emailClause("its customer", sendsEmails)}. This cannot be undone.`}
            inputMode="numeric"
            maw={560}
            inputContainer={(input) => (
              <Beside input={input}>
                <Button {...button("link")} h={42} variant="default">
                  Apply to this order
                </Button>
              </Beside>
            )}
            {...field("order")}
          />
          {form?.errors.confirmed && (
            <Checkbox
              // Resets the checkbox after the admin has sent another order number.
              key={form.values.order}
              mt="sm"
              name="confirmed"
              value="yes"
              label={form.errors.confirmed}
            />
          )}
        </Form>
      )}
      <Form method="post" onSubmit={onSubmit}>
        {decision}
        <TextInput
          label="Note (required to dismiss)"
          description="Dismissing closes this review. The order stays as it is, no money is moved and no email is sent."
          maw={560}
          inputContainer={(input) => (
            <Beside input={input}>
              <Button {...button("dismiss")} h={42} variant="subtle" color="gray">
                Dismiss
              </Button>
            </Beside>
          )}
          {...field("note")}
        />
      </Form>
    </Stack>
  );
}

/** Keeps the button beside the field when an error appears below the field. */
function Beside({ input, children }: { input: ReactNode; children: ReactNode }) {
  return (
    <Group gap="sm" wrap="nowrap" className={classes.beside}>
      <Box flex={1} miw={0}>
        {input}
      </Box>
      {children}
    </Group>
  );
}

interface AskFirstProps {
  label: string;
  question: string;
  children: ReactNode;
}

/** Asks for confirmation before the decision is sent. */
function AskFirst({ label, question, children }: AskFirstProps) {
  const [asks, { toggle, close }] = useDisclosure(false);
  return (
    <Popover
      opened={asks}
      onDismiss={close}
      trapFocus
      returnFocus
      withArrow
      shadow="md"
      width={300}
      withinPortal={false}
    >
      <Popover.Target>
        <Button variant="default" h={44} onClick={toggle}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm" mb="xs">
          {question}
        </Text>
        <Group gap="xs">
          {children}
          <Button size="xs" h={36} variant="default" onClick={close}>
            Not now
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

const applied = {
  label: "Applied",
  color: "yellow",
  title: "This payment counts toward the order",
};
const notApplied = {
  label: "Not applied",
  color: "orange",
  title: "This payment does not count toward any order yet",
};
const notVerified = {
  label: "Not verified",
  color: "gray",
  title: "The provider has not confirmed that it sent this notification",
};

interface ReviewCardProps {
  review: ReviewRow;
}

export function ReviewCard({ review }: ReviewCardProps) {
  const { reason, isGenuine, isInLedger, orderId, orderNumber, fields } = review;
  const title =
    orderNumber === null ? "Payment notification without an order" : `Order ${orderNumber}`;
  const { label, ...standing } = isGenuine ? (isInLedger ? applied : notApplied) : notVerified;
  return (
    <Card component="article" withBorder aria-label={title}>
      <Stack gap="md">
        <div>
          <Group justify="space-between" gap="xs">
            {orderId === null ? (
              <Text fw={600}>{title}</Text>
            ) : (
              <Anchor component={Link} to={`/admin/payment-status/${orderId}`} fw={600} py={4}>
                {title}
              </Anchor>
            )}
            <Badge variant="light" {...standing}>
              {label}
            </Badge>
          </Group>
          <Text style={{ overflowWrap: "anywhere" }}>{reason}</Text>
          <Text size="sm" c="dimmed">
            Received <time dateTime={review.isoDate}>{review.fullDate}</time>
          </Text>
        </div>
        <div className={classes.sides}>
          <div>
            <Facts
              title={isGenuine ? `${review.providerName} said` : "The notification says"}
              facts={review.said}
            />
          </div>
          <div>
            <Facts title="Your site knows" facts={review.known} />
          </div>
        </div>
        {fields.length > 0 && <MessageFields fields={fields} />}
        <ReviewDecisions review={review} />
      </Stack>
    </Card>
  );
}

interface FactsProps {
  title: string;
  facts: ReviewRow["said"];
}

function Facts({ title, facts }: FactsProps) {
  return (
    <>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <Text component="dt" size="sm" c="dimmed">
              {label}
            </Text>
            <Text component="dd" size="sm">
              {value}
            </Text>
          </div>
        ))}
      </dl>
    </>
  );
}
