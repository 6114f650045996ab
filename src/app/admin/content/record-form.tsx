import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useEffect } from "react";
import type { Block } from "../../../content/define.ts";
import type { EditableRecord } from "../../../content/editable-record.ts";
import type { PictureFile } from "../../../media/picture-file.ts";
import { ConflictChoices } from "./conflict-choices.tsx";
import { FieldInput } from "./field-input.tsx";
import { useContentAction } from "./use-content-action.ts";
import { useTypedValues } from "./use-typed-values.ts";

interface RecordFormProps {
  block: Block;
  /** Null while a record is being added. */
  record: EditableRecord | null;
  /** Told at each change, for the preview. */
  /** Told of an uploaded picture that was chosen, for the preview. */
  onPicture?: (picture: PictureFile) => void;
  onTyped?: (values: Readonly<Record<string, string>>) => void;
  onSaved?: () => void;
}

/** Edits one record, or adds one: typed text is kept until it is saved, published or discarded. */
export function RecordForm({ block, record, onTyped, onPicture, onSaved }: RecordFormProps) {
  const stored = record?.values ?? emptyValues(block);
  const key = `furrow-typed ${block.name} ${record?._id ?? "new"}`;
  const typed = useTypedValues(key, stored, record?.revision ?? null);
  const { values } = typed;
  const action = useContentAction((result) => {
    if (result.record) typed.settle(result.record.values, result.record.revision);
    else typed.settle(emptyValues(block), null);
    onSaved?.();
  });
  useEffect(() => onTyped?.(values), [values, onTyped]);
  const send = (intent: "publish" | "draft") =>
    action.send({
      intent,
      block: block.name,
      id: record?._id ?? null,
      values,
      base: typed.base,
      seen: typed.seen,
    });
  return (
    <form
      noValidate
      aria-label={block.title}
      onSubmit={(event) => {
        event.preventDefault();
        send("publish");
      }}
    >
      <Stack gap="md">
        {typed.restoredAt !== null && (
          <Restored
            at={typed.restoredAt}
            onDiscard={() => typed.settle(stored, record?.revision ?? null)}
          />
        )}
        {action.failure?.message && <Alert color="red">{action.failure.message}</Alert>}
        {action.failure?.conflicts && (
          <ConflictChoices
            block={block}
            conflicts={action.failure.conflicts}
            onChosen={(chosen) => {
              const { merged = values, revision = null } = action.failure ?? {};
              typed.rebase({ ...merged, ...chosen }, revision);
              action.dismiss();
            }}
          />
        )}
        {Object.entries(block.fields).map(([name, field]) => (
          <FieldInput
            key={name}
            name={name}
            field={field}
            value={values[name] ?? ""}
            error={action.failure?.errors[name]}
            onPicture={onPicture}
            onChange={(value) => typed.setValue(name, value)}
          />
        ))}
        <Group>
          <Button type="submit" loading={action.isSending}>
            {record === null ? "Add" : "Publish"}
          </Button>
          <Button variant="default" onClick={() => send("draft")} disabled={action.isSending}>
            Save draft
          </Button>
          {record?.draft && (
            <Button
              variant="subtle"
              color="red"
              onClick={() => action.send({ intent: "discard", block: block.name, id: record._id })}
            >
              Discard draft
            </Button>
          )}
          <Text size="sm" c="dimmed" aria-live="polite">
            {typed.isChanged ? "Not saved yet; kept in this browser." : ""}
          </Text>
        </Group>
      </Stack>
    </form>
  );
}

function Restored({ at, onDiscard }: { at: number; onDiscard: () => void }) {
  return (
    <Alert color="yellow" title="What you typed is back">
      <Group justify="space-between">
        <Text size="sm">
          It was typed here at {new Date(at).toLocaleString()} and had not been saved.
        </Text>
        <Button size="xs" variant="default" onClick={onDiscard}>
          Show what is saved instead
        </Button>
      </Group>
    </Alert>
  );
}

function emptyValues(block: Block): Record<string, string> {
  return Object.fromEntries(Object.keys(block.fields).map((name) => [name, ""]));
}
