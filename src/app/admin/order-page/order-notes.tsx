import { Button, Card, Stack, Text, Textarea, Title } from "@mantine/core";
import { Form, useNavigation } from "react-router";
import type { TimelineRow } from "../../ordering/timeline-row.server.ts";
import type { FormState } from "../../ui/form-state.ts";

interface OrderNotesProps {
  /** Oldest first. */
  notes: readonly TimelineRow[];
  form: FormState | undefined;
}

/** What admins tell one another about an order. */
export function OrderNotes({ notes, form }: OrderNotesProps) {
  const isSaving = useNavigation().formData?.has("note") ?? false;
  return (
    <Card withBorder>
      <Stack gap="md">
        <Title order={2}>Internal notes</Title>
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="note" />
          <Stack gap="sm">
            <Textarea
              label="New note"
              description="Only admins see it."
              name="note"
              size="md"
              autosize
              minRows={2}
              maxRows={12}
              defaultValue={form?.values.note}
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
