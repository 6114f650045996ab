import { Button, Card, Stack, Text, Textarea, Title } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import type { TimelineRow } from "../../ordering/order/timeline-row.server.ts";
import type { FormState } from "../../ui/forms/form-state.ts";
import { useTypedValues } from "../forms/use-typed-values.ts";

interface OrderNotesProps {
  orderId: string;
  /** Oldest first. */
  notes: readonly TimelineRow[];
  form: FormState | undefined;
  /** Time when this page last added a note; undefined for none. */
  addedAt: number | undefined;
}

const nothing = { note: "" };

/** Admins' notes about an order. Typed text stays in this browser until it is added. */
export function OrderNotes({ orderId, notes, form, addedAt }: OrderNotesProps) {
  const typed = useTypedValues(`furrow-typed note ${orderId}`, nothing, null);
  const sent = useRef(typed.values);
  const settle = useRef(typed.settle);
  settle.current = typed.settle;
  useEffect(() => {
    if (addedAt !== undefined) settle.current(nothing, null, sent.current);
  }, [addedAt]);
  const isSaving = useNavigation().formData?.has("note") ?? false;
  return (
    <Card withBorder>
      <Stack gap="md">
        <Title order={2}>Internal notes</Title>
        <Form
          method="post"
          preventScrollReset
          onSubmit={() => {
            sent.current = typed.values;
          }}
        >
          <input type="hidden" name="intent" value="note" />
          <Stack gap="sm">
            <Textarea
              label="New note"
              description="Only admins can see notes."
              name="note"
              size="md"
              autosize
              minRows={2}
              maxRows={12}
              value={typed.values.note}
              onChange={(event) => typed.setValue("note", event.currentTarget.value)}
              error={form?.errors.note}
            />
            <Button type="submit" variant="default" size="md" loading={isSaving}>
              Add note
            </Button>
          </Stack>
        </Form>
        {notes.toReversed().map((note) => (
          <div key={`${note.isoDate} ${note.detail}`}>
            <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
              {note.detail}
            </Text>
            <Text size="sm" c="dimmed">
              {note.by}, <time dateTime={note.isoDate}>{note.fullDate}</time>
            </Text>
          </div>
        ))}
      </Stack>
    </Card>
  );
}
