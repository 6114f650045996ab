import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useTypedValues, type Values } from "#app/admin/frame/forms/use-typed-values.ts";
import { usePanelRights } from "#app/admin/frame/shell/use-panel-rights.ts";
import { notifyWithUndo } from "#app/admin/frame/ui/notify-with-undo.tsx";
import type { PlannedTime } from "#app/admin/site/releases/at-a-time.tsx";
import { IconChevronDown } from "#app/ui/icons/icon-chevron-down.ts";
import { IconChevronUp } from "#app/ui/icons/icon-chevron-up.ts";
import type { EditableRecord } from "#content/drafts/editable-record.ts";
import type { Block } from "#content/model/define.ts";
import { notesOnPoints } from "#content/model/plan-points.ts";
import type { PictureFile } from "#media/picture-file.ts";
import { FieldInput } from "../fields/field-input.tsx";
import { sentPlace } from "../fields/menu-place.ts";
import { PlaceholderList } from "../fields/placeholder-list.tsx";
import { titleOfForm } from "../title-of-form.ts";
import { useContentAction } from "../use-content-action.ts";
import { openConflicts } from "./open-conflicts.ts";
import classes from "./record-form.module.css";

const atATime = () => import("#app/admin/site/releases/at-a-time.tsx");
/** Shown instead while the connection is lost, so that the form keeps the typed text. */
const nothing = () => ({ default: () => null });
/** Loaded later, because the form works without it, and its dialog has many parts. */
const AtATime = lazy(() => atATime().then((parts) => ({ default: parts.AtATime }), nothing));
const PlannedNote = lazy(() =>
  atATime().then((parts) => ({ default: parts.PlannedNote }), nothing),
);

/** Loaded when two edits conflict, which is rare. */
const ConflictChoices = lazy(() => import("./conflict-choices.tsx"));

/**
 * Key in the browser's storage for unsaved text; the id is null for a new record. A new record with
 * other given texts is another record, so `start` is part of its key.
 */
export function typingSubject(
  block: Block,
  id: string | null,
  start: Readonly<Record<string, string>> = {},
): string {
  // Without a space, because `SavedTyping` finds the keys of other tabs by the text before a space.
  const given = Object.values(start).map((text) => `:${encodeURIComponent(text)}`);
  return `furrow-typed ${block.name} ${id ?? `new${given.join("")}`}`;
}

interface RecordFormProps {
  block: Block;
  record: EditableRecord | null;
  /** Texts of a new record; by default, those of an empty one. */
  start?: Readonly<Record<string, string>>;
  /** Called when an uploaded picture is chosen, so that the preview can show it. */
  onPicture?: (picture: PictureFile) => void;
  onTyped?: (values: Readonly<Record<string, string>>) => void;
  onSaved?: () => void;
  /** Which fields the form shows; by default, all fields of the block. */
  layout?: FormLayout | undefined;
  /** Ids of other records, whose drafts are published together with this record. */
  publishesWith?: readonly string[] | undefined;
}

/** What a layout needs to show the fields in its own way. */
export interface FormParts {
  readonly values: Values;
  readonly errors: Readonly<Record<string, string>>;
  /** The input of a field, with its label and its message. */
  readonly inputOf: (name: string) => ReactNode;
  readonly onChange: (values: Values) => void;
  /** Remembers the typed values, and returns a function that restores them. */
  readonly remember: () => () => void;
  /** Shows what is saved, and forgets what was typed. */
  readonly discard: () => void;
}

export interface FormLayout {
  /** Fields that are always shown, in this order. */
  readonly fields: readonly string[];
  /** Fields below, which are shown after a press on their title. */
  readonly folded?: {
    readonly title: string;
    readonly fields: readonly string[];
    /** Shown below these fields. */
    readonly after?: ReactNode;
  };
  /** Shows the fields in place of a list of their inputs. */
  readonly render?: (form: FormParts) => ReactNode;
  /** Text of the button that undoes a publication; by default “Undo”. */
  readonly undoText?: string;
  /** True if the buttons appear only when there is something to publish, and stay in view. */
  readonly isQuiet?: boolean;
}

/** Unsaved text stays in the browser until the admin saves, publishes or discards it. */
export function RecordForm(props: RecordFormProps) {
  const { block, record, start, onTyped, onPicture, onSaved, layout, publishesWith } = props;
  const { fields = Object.keys(block.fields), folded, isQuiet = false, render } = layout ?? {};
  const stored = record?.values ?? start ?? startOf(block);
  const key = typingSubject(block, record?._id ?? null, start);
  const typed = useTypedValues(key, stored, record?.revision ?? null);
  const { values } = typed;
  const sent = useRef(values);
  /**
   * Restores the unsaved text from before the last request, for "Undo". Returns the values that
   * were on the server at that time. Null if the form had no unsaved text.
   */
  const bringBack = useRef<(() => Readonly<Record<string, string>>) | null>(null);
  const [savedCount, setSavedCount] = useState(0);
  const action = useContentAction(
    (result) => {
      setSavedCount((count) => count + 1);
      const { data: saved } = result;
      if (saved) typed.settle(saved.values, saved.revision, sent.current);
      else typed.settle(emptyValues(block), null);
      onSaved?.();
    },
    {
      showsConflicts: true,
      undoText: layout?.undoText,
      onUndo() {
        // After an undo, `settle` keeps every typed value that differs from `sent`. With the
        // server's values in `sent`, `settle` keeps the restored unsaved text.
        sent.current = bringBack.current?.() ?? typed.onServer();
      },
    },
  );
  const { failure } = action;
  const conflict = failure?.conflict;
  const [uploads, setUploads] = useState(0);
  const countUploads = useCallback(
    (begins: boolean) => setUploads((count) => count + (begins ? 1 : -1)),
    [],
  );
  const isUploading = uploads > 0;
  const notes = block.name === "pricing-package" ? notesOnPoints(values) : {};
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => onTyped?.(values), [values, onTyped]);
  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [failure]);
  const rememberTyped = () => {
    const [restore, onServer] = [typed.remember(), typed.onServer()];
    bringBack.current = typed.isChanged
      ? () => {
          restore();
          return onServer;
        }
      : null;
  };
  const discardTyped = () => typed.settle(stored, record?.revision ?? null);
  const { publishes } = usePanelRights();
  const errors = failure?.errors ?? noErrors;
  const shown = [...fields, ...(folded?.fields ?? [])];
  const unseenErrors = Object.keys(errors).filter((path) => !shown.includes(fieldIn(path)));
  const faultsInFold = folded?.fields.some((name) => errors[name] !== undefined) ?? false;
  const inputOf = (name: string) => {
    const field = block.fields[name];
    if (field === undefined) return null;
    return (
      <FieldInput
        key={name}
        name={name}
        field={field}
        block={block}
        recordId={record?._id ?? null}
        value={values[name] ?? ""}
        error={errors[name]}
        formErrors={errors}
        note={notes[name]}
        onPicture={onPicture}
        onUploading={countUploads}
        onChange={(value) => typed.setValue(name, value)}
      />
    );
  };
  /** A menu entry is stored without the name of the entry above it. */
  const forServer = () =>
    block.indentedWhen === undefined ? { values } : sentPlace(values, record?.values ?? null);
  const send = (intent: "publish" | "draft") => {
    sent.current = values;
    rememberTyped();
    action.send({
      intent,
      block: block.name,
      id: record?._id ?? null,
      ...forServer(),
      base: typed.base,
      seen: typed.seen,
      ...(intent === "publish" && publishesWith !== undefined ? { also: [...publishesWith] } : {}),
    });
  };
  const plan = ({ kind, ...planned }: PlannedTime) => {
    sent.current = values;
    rememberTyped();
    const id = record?._id ?? null;
    const edit = kind === "publish" ? forServer() : { values: null };
    const request = { block: block.name, id, ...edit, base: typed.base };
    action.send({ intent: "plan", kind, ...request, ...planned });
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label={titleOfForm(block)}
      onSubmit={(event) => {
        event.preventDefault();
        // The Enter key also submits.
        if (!isUploading) send(publishes ? "publish" : "draft");
      }}
    >
      <Stack gap="md">
        {typed.restoredAt !== null && (
          <Restored
            at={typed.restoredAt}
            onDiscard={() => {
              const undo = typed.remember();
              discardTyped();
              notifyWithUndo("Your unsaved text was discarded", undo);
            }}
          />
        )}
        {failure && !conflict && (!hasErrors(failure) || unseenErrors.length > 0) && (
          <Alert color="red">
            {unseenErrors.map((path) => errors[path]).join(" ") || failure.notice}
          </Alert>
        )}
        {conflict && (
          <Suspense>
            <ConflictChoices
              block={block}
              conflicts={openConflicts(conflict, sent.current, values)}
              isSending={action.isSending}
              onChosen={(taken) => {
                const since = typed.since(sent.current);
                typed.rebase({ ...conflict.merged, ...since, ...taken }, conflict.revision);
                action.dismiss();
              }}
            />
          </Suspense>
        )}
        {record !== null && publishes && (
          <Suspense>
            <PlannedNote recordId={record._id} savedCount={savedCount} />
          </Suspense>
        )}
        {render === undefined
          ? fields.map(inputOf)
          : render({
              values,
              errors,
              inputOf,
              onChange: typed.setValues,
              remember: typed.remember,
              discard: discardTyped,
            })}
        {folded && (
          <Fold title={folded.title} opens={faultsInFold}>
            {folded.fields.map(inputOf)}
            {folded.after}
          </Fold>
        )}
        {block.placeholders && <PlaceholderList placeholders={block.placeholders} />}
        <Group
          className={isQuiet ? classes.buttons : undefined}
          hidden={isQuiet && !typed.isChanged && !record?.draft && !action.isSending}
        >
          {publishes && (
            <Button type="submit" loading={action.isSending} disabled={isUploading}>
              {record === null ? "Add and publish" : "Publish"}
            </Button>
          )}
          <Button
            variant={publishes ? "default" : "filled"}
            onClick={() => send("draft")}
            disabled={action.isSending || isUploading}
          >
            Save draft
          </Button>
          {isQuiet && typed.isChanged && !action.isSending && (
            <Button
              variant="subtle"
              color="gray"
              onClick={() => {
                const undo = typed.remember();
                discardTyped();
                notifyWithUndo("Your unsaved changes were discarded", undo);
              }}
            >
              Discard my changes
            </Button>
          )}
          {record?.draft && (
            <Button
              variant="subtle"
              color="red"
              onClick={() => {
                sent.current = values;
                rememberTyped();
                action.send({ intent: "discard", block: block.name, id: record._id });
              }}
            >
              Discard draft
            </Button>
          )}
          {publishes && (
            <Suspense>
              <AtATime
                block={block}
                record={record}
                label={(values[block.labelField]?.trim() || block.title).slice(0, 80)}
                hasChanges={typed.isChanged || (record?.draft ?? null) !== null}
                isBusy={action.isSending || isUploading}
                savedCount={savedCount}
                failure={failure}
                onPlan={plan}
                onWithdraw={() => {
                  sent.current = values;
                  rememberTyped();
                  action.send({ intent: "withdraw", block: block.name, id: record?._id ?? "" });
                }}
              />
            </Suspense>
          )}
          <Text component="p" size="sm" c="dimmed" aria-live="polite">
            {isUploading
              ? "You can publish when the picture is uploaded."
              : typed.isChanged
                ? "Not saved yet; kept in this browser."
                : ""}
          </Text>
        </Group>
      </Stack>
    </form>
  );
}

const noErrors: Readonly<Record<string, string>> = {};

/** Name of the field in the path of a message, such as "sections" in "sections.quote-1.author". */
function fieldIn(path: string): string {
  return path.split(".")[0] ?? path;
}

interface FoldProps {
  title: string;
  /** True while the fold has fields with messages, which must be seen. */
  opens: boolean;
  children: ReactNode;
}

function Fold({ title, opens, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  const isShown = isOpen || opens;
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-expanded={isShown}
        onClick={() => setOpen(!isShown)}
        rightSection={
          isShown ? (
            <IconChevronUp size={16} aria-hidden />
          ) : (
            <IconChevronDown size={16} aria-hidden />
          )
        }
      >
        {title}
      </Button>
      {isShown && (
        <Stack gap="md" mt="sm">
          {children}
        </Stack>
      )}
    </div>
  );
}

/** True when the fields show messages, so that no message is repeated above them. */
function hasErrors({ errors }: { errors: Readonly<Record<string, string>> }): boolean {
  return Object.keys(errors).length > 0;
}

function Restored({ at, onDiscard }: { at: number; onDiscard: () => void }) {
  return (
    <Alert color="yellow" title="Your unsaved text was restored">
      <Group justify="space-between">
        <Text size="sm">
          You typed it here at {new Date(at).toLocaleString()} and did not save it.
        </Text>
        <Button size="xs" variant="default" onClick={onDiscard}>
          Show the saved text instead
        </Button>
      </Group>
    </Alert>
  );
}

/** A block with its own preview, such as an email template, starts with its demonstration text. */
export function startOf(block: Block): Readonly<Record<string, string>> {
  const seed = block.shownAs !== undefined ? block.seed[0] : undefined;
  return seed ?? emptyValues(block);
}

function emptyValues(block: Block): Record<string, string> {
  return Object.fromEntries(
    Object.entries(block.fields).map(([name, { byDefault = "" }]) => [name, byDefault]),
  );
}
