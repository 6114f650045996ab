import { Alert, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useEffect, useRef } from "react";
import { useFetcher, useSubmit } from "react-router";
import { useDraftForm } from "#app/admin/frame/forms/use-draft-form.ts";
import { GrowingTextarea } from "#app/admin/frame/ui/growing-textarea.tsx";
import { notifyWithUndo } from "#app/admin/frame/ui/notify-with-undo.tsx";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import type { NoteRow } from "./note-row.server.ts";

interface PersonNotesProps {
  accountId: string;
  /** Newest first. */
  notes: readonly NoteRow[];
}

export function PersonNotes({ accountId, notes }: PersonNotesProps) {
  // The list calls this hook, because the row of a removed note is unmounted before the toast
  // appears.
  const removing = useRemoving(accountId);
  return (
    <section aria-labelledby="notes">
      <Title order={2} id="notes" mb="sm">
        Internal notes
      </Title>
      <Stack gap="md">
        <NewNote key={accountId} accountId={accountId} />
        {notes.map((note) => (
          <Note key={note.id} note={note} {...removing} />
        ))}
      </Stack>
    </section>
  );
}

const nothing = { note: "" };

function NewNote({ accountId }: { accountId: string }) {
  const draft = useDraftForm({
    key: `furrow-typed customer-note ${accountId}`,
    stored: nothing,
  });
  return (
    <draft.Form method="post" onSubmit={draft.onSubmit}>
      <input type="hidden" name="intent" value="add-note" />
      <Stack gap="xs">
        <NoteField
          label="New note"
          description="Only the team sees notes. They are part of this person’s data when you download it."
          draft={draft}
        />
        <Group justify="flex-end">
          <Button type="submit" variant="default" h={44} loading={draft.isSaving}>
            Add note
          </Button>
        </Group>
      </Stack>
    </draft.Form>
  );
}

interface NoteProps extends ReturnType<typeof useRemoving> {
  note: NoteRow;
}

function Note({ note, removingId, remove }: NoteProps) {
  const [isEdited, { open, close }] = useDisclosure(false);
  return (
    <Card component="article" withBorder aria-label={`Note of ${note.fullDate}`}>
      {isEdited ? (
        <ChangedNote note={note} onClose={close} />
      ) : (
        <Stack gap="xs">
          <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {note.note}
          </Text>
          <Group justify="space-between" gap="xs">
            <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
              {note.author}, <time dateTime={note.isoDate}>{note.fullDate}</time>
              {note.changed && `. ${note.changed}`}
            </Text>
            <Group gap="xs">
              <Button variant="subtle" color="gray" h={44} px="sm" onClick={open}>
                Edit
              </Button>
              <Button
                variant="subtle"
                color="gray"
                h={44}
                px="sm"
                loading={removingId === note.id}
                onClick={() => remove(note.id)}
              >
                Remove
              </Button>
            </Group>
          </Group>
        </Stack>
      )}
    </Card>
  );
}

function ChangedNote({ note, onClose }: { note: NoteRow; onClose: () => void }) {
  const draft = useDraftForm({
    key: `furrow-typed customer-note ${note.id}`,
    stored: { note: note.note },
    base: note.version,
    onSaved: onClose,
  });
  return (
    <draft.Form method="post" onSubmit={draft.onSubmit}>
      <input type="hidden" name="intent" value="change-note" />
      <input type="hidden" name="id" value={note.id} />
      <input type="hidden" name="version" value={draft.typed.base ?? ""} />
      <Stack gap="xs">
        <NoteField label="Note" isFirst draft={draft} />
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            h={44}
            onClick={() => {
              draft.discard();
              onClose();
            }}
          >
            Discard changes
          </Button>
          <Button type="submit" h={44} loading={draft.isSaving}>
            Save note
          </Button>
        </Group>
      </Stack>
    </draft.Form>
  );
}

interface NoteFieldProps {
  draft: ReturnType<typeof useDraftForm<{ note: string }>>;
  label: string;
  description?: string;
  isFirst?: boolean;
}

function NoteField({ label, description, isFirst = false, draft }: NoteFieldProps) {
  return (
    <>
      {draft.result?.notice && <Alert color="red">{draft.result.notice}</Alert>}
      <GrowingTextarea
        label={label}
        description={description}
        {...draft.field("note")}
        size="md"
        minRows={1}
        maxRows={12}
        // The field takes the focus of the "Edit" button, which it replaces.
        autoFocus={isFirst}
      />
    </>
  );
}

function useRemoving(accountId: string) {
  const fetcher = useFetcher<ActionResult>();
  const submit = useSubmit();
  const removed = useRef("");
  const to = { method: "post", action: `/people/${accountId}` } as const;
  const restore = useRef((_id: string) => {});
  restore.current = (id) => void submit({ intent: "restore-note", id }, { ...to, navigate: false });
  const { data, state } = fetcher;
  useEffect(() => {
    if (data === undefined || data.isShownAsToast) return;
    const id = removed.current;
    if (data.savedAt !== undefined) notifyWithUndo("Note is Removed", () => restore.current(id));
    else notifications.show({ color: "red", message: data.notice ?? "The note was not removed." });
  }, [data]);
  return {
    removingId: state === "idle" ? null : removed.current,
    remove(id: string) {
      if (state !== "idle") return;
      removed.current = id;
      void fetcher.submit({ intent: "remove-note", id }, to);
    },
  };
}
