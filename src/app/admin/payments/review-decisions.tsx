import { Alert, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useFetcher } from "react-router";
import type { Decision } from "../../../orders/review.ts";
import type { FormState } from "../../ui/form-state.ts";
import type { ReviewRow } from "./review-row.server.ts";

interface ReviewDecisionsProps {
  review: ReviewRow;
  providerName: string;
}

type Answer = { readonly said: string } | FormState;

/** What can be decided with one click each, and why the rest cannot. */
export function ReviewDecisions({ review, providerName }: ReviewDecisionsProps) {
  const fetcher = useFetcher<Answer>({ key: `review ${review.id}` });
  const answer = fetcher.data;
  const form = answer && "errors" in answer ? answer : undefined;
  const { refusals } = review;
  // A form for each, so that the Enter key in a field sends what the field is for.
  const whichReview = <input type="hidden" name="review" value={review.id} />;
  const chosen = fetcher.formData?.get("decision") ?? null;
  const button = (decision: Decision) => ({
    type: "submit" as const,
    name: "decision",
    value: decision,
    h: 44,
    loading: chosen === decision,
    disabled: chosen !== null && chosen !== decision,
  });
  return (
    <Stack gap="sm">
      {form?.notice && <Alert color="red">{form.notice}</Alert>}
      <fetcher.Form method="post">
        {whichReview}
        <Group gap="sm">
          {refusals.accept === null && (
            <Button {...button("accept")}>
              {review.isInLedger ? "Keep it" : `Accept for order ${review.orderNumber}`}
            </Button>
          )}
          {refusals["ask-again"] === null && <Button {...button("ask-again")}>Ask again</Button>}
          {refusals.refund === null && (
            <Button {...button("refund")} variant="default">
              {refundLabel(review, providerName)}
            </Button>
          )}
        </Group>
      </fetcher.Form>
      {refusals.accept !== null && (
        <Text size="sm" c="dimmed">
          It cannot be accepted as it is: {refusals.accept}
        </Text>
      )}
      {refusals.link === null && (
        <fetcher.Form method="post">
          {whichReview}
          <Group gap="sm" align="end">
            <TextInput
              label="Order number"
              name="order"
              size="md"
              inputMode="numeric"
              defaultValue={form?.values.order}
              error={form?.errors.order}
            />
            <Button {...button("link")} variant="default">
              Link
            </Button>
          </Group>
        </fetcher.Form>
      )}
      <fetcher.Form method="post">
        {whichReview}
        <Group gap="sm" align="end">
          <TextInput
            label="Note"
            name="note"
            size="md"
            flex={1}
            miw={200}
            maw={480}
            defaultValue={form?.values.note}
            error={form?.errors.note}
          />
          <Button {...button("dismiss")} variant="subtle" color="gray">
            Dismiss
          </Button>
        </Group>
      </fetcher.Form>
    </Stack>
  );
}

/** Of what went back already, nothing more is given back. */
function refundLabel({ isGivenBack, leadsAway }: ReviewRow, providerName: string): string {
  if (isGivenBack) return "Close: it went back";
  return leadsAway ? `Refund at ${providerName}` : "Refund";
}
