import { ActionIcon, Badge, Button, Group, Stack, Text } from "@mantine/core";
import {
  type DragEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
} from "react";
import { sectionKinds } from "#app/landing/kinds/section-kinds.ts";
import { IconArrowDown } from "#app/ui/icons/icon-arrow-down.ts";
import { IconArrowUp } from "#app/ui/icons/icon-arrow-up.ts";
import { IconChevronRight } from "#app/ui/icons/icon-chevron-right.ts";
import { IconCopy } from "#app/ui/icons/icon-copy.ts";
import { IconEye } from "#app/ui/icons/icon-eye.ts";
import { IconEyeOff } from "#app/ui/icons/icon-eye-off.ts";
import { IconGripVertical } from "#app/ui/icons/icon-grip-vertical.ts";
import { IconPlus } from "#app/ui/icons/icon-plus.ts";
import { IconTrash } from "#app/ui/icons/icon-trash.ts";
import type { Section } from "#content/sections/section.ts";
import type { PictureFile } from "#media/picture-file.ts";
import { FieldInput } from "../field-input.tsx";
import classes from "./sections.module.css";
import { SectionsHostContext } from "./sections-host.ts";
import { StepButton } from "./step-button.tsx";

/** What the list does with a section; stays the same function object, so that rows can be memoised. */
export interface SectionActions {
  readonly open: (id: string) => void;
  readonly move: (id: string, by: number) => void;
  readonly setHidden: (id: string, isHidden: boolean) => void;
  readonly duplicate: (id: string) => void;
  readonly remove: (id: string) => void;
  readonly type: (id: string, field: string, text: string) => void;
  readonly addBefore: (id: string) => void;
  readonly startDrag: (id: string) => void;
  readonly endDrag: () => void;
  readonly dropOn: (id: string) => void;
}

interface SectionRowProps {
  section: Section;
  title: string;
  kind: string;
  /** True for a section that the page came with. */
  isOriginal: boolean;
  isOpen: boolean;
  isDragged: boolean;
  isFirst: boolean;
  isLast: boolean;
  note: ReactNode;
  /** Messages of the server by field. */
  errors: Readonly<Record<string, string>>;
  actions: SectionActions;
  onPicture: ((picture: PictureFile) => void) | undefined;
  onUploading: ((isUploading: boolean) => void) | undefined;
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

/** Memoised, because a page can have 200 sections and every key renders the list. */
export const SectionRow = memo(function SectionRow(props: SectionRowProps) {
  const { section, title, kind, isOriginal, isOpen, actions } = props;
  const { id, isHidden = false } = section;
  return (
    <li
      className={classes.row}
      data-hidden={isHidden || undefined}
      data-dragged={props.isDragged || undefined}
      data-section={id}
      onDragOver={(event: DragEvent) => event.preventDefault()}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        actions.dropOn(id);
      }}
    >
      <button
        type="button"
        className={classes.insert}
        aria-label={`Add a section above ${title}`}
        title="Add a section here"
        onClick={() => actions.addBefore(id)}
      >
        <IconPlus size={14} aria-hidden />
      </button>
      <div className={classes.bar}>
        <button
          type="button"
          className={classes.handle}
          draggable
          data-action="handle"
          onDragStart={(event: DragEvent) => {
            event.dataTransfer.effectAllowed = "move";
            event.dataTransfer.setData("text/plain", title);
            actions.startDrag(id);
          }}
          onDragEnd={actions.endDrag}
          onKeyDown={(event: KeyboardEvent) => {
            const by = steps[event.key];
            if (by === undefined) return;
            event.preventDefault();
            // The list around it also listens for the arrow keys.
            event.stopPropagation();
            actions.move(id, by);
          }}
          aria-label={`Move ${title}: drag it, or use the up and down arrow keys`}
        >
          <IconGripVertical size={16} aria-hidden />
        </button>
        <button
          type="button"
          className={classes.name}
          data-place
          data-action="open"
          aria-expanded={isOriginal ? undefined : isOpen}
          onClick={() => actions.open(id)}
        >
          <span className={classes.title}>
            {title}
            {kind !== "" && <small>{kind}</small>}
          </span>
          {isHidden && (
            <Badge color="gray" size="sm" variant="light">
              Hidden
            </Badge>
          )}
          {Object.keys(props.errors).length > 0 && (
            <Badge color="red" size="sm" variant="light">
              To correct
            </Badge>
          )}
          {props.note}
          {isOriginal && <IconChevronRight size={14} aria-hidden />}
        </button>
        <StepButton
          label={`Move ${title} up`}
          action="up"
          isDisabled={props.isFirst}
          onClick={() => actions.move(id, -1)}
        >
          <IconArrowUp size={16} />
        </StepButton>
        <StepButton
          label={`Move ${title} down`}
          action="down"
          isDisabled={props.isLast}
          onClick={() => actions.move(id, 1)}
        >
          <IconArrowDown size={16} />
        </StepButton>
        <ActionIcon
          variant="subtle"
          color="gray"
          data-action="hide"
          onClick={() => actions.setHidden(id, !isHidden)}
          aria-label={isHidden ? `Show ${title}` : `Hide ${title}`}
        >
          {isHidden ? <IconEyeOff size={18} /> : <IconEye size={18} />}
        </ActionIcon>
      </div>
      {isOpen && <SectionForm {...props} />}
    </li>
  );
});

function SectionForm(props: SectionRowProps) {
  const { section, title, errors, actions, onPicture, onUploading } = props;
  const { id, values } = section;
  const kind = sectionKinds.get(section.kind);
  const form = useRef<HTMLDivElement>(null);
  const host = useContext(SectionsHostContext);
  useEffect(() => {
    const wanted = host?.focused.current ?? null;
    if (host) host.focused.current = null;
    const found = [
      "[aria-invalid=true]",
      `:is([name="${id}.${wanted}"], [data-field="${id}.${wanted}"])`,
      "input, textarea, select, [contenteditable=true]",
    ].map((selector) => form.current?.querySelector<HTMLElement>(selector));
    found.find((field) => field)?.focus();
  }, [host, id]);
  return (
    <Stack ref={form} gap="sm" className={classes.form}>
      {kind === undefined ? (
        <Text size="sm">
          This version of Furrow does not know sections of the kind “{section.kind}”. Its texts are
          kept, and visitors do not see it.
        </Text>
      ) : (
        Object.entries(kind.fields).map(([name, field]) => (
          <FieldInput
            key={name}
            name={`${id}.${name}`}
            field={field}
            value={values[name] ?? ""}
            error={errors[name]}
            onPicture={onPicture}
            onUploading={onUploading}
            onChange={(text) => actions.type(id, name, text)}
          />
        ))
      )}
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() => actions.duplicate(id)}
          aria-label={`Duplicate ${title}`}
        >
          Duplicate
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => actions.remove(id)}
          aria-label={`Delete ${title}`}
        >
          Delete
        </Button>
      </Group>
    </Stack>
  );
}
