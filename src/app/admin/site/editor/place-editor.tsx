import { Anchor, Badge, Button, Group, Stack, Text, Title } from "@mantine/core";
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { IconChevronLeft } from "#app/ui/icons/icon-chevron-left.ts";
import { IconChevronRight } from "#app/ui/icons/icon-chevron-right.ts";
import type { EditableRecord } from "#content/drafts/editable-record.ts";
import { blocks } from "#content/model/blocks.ts";
import type { Block } from "#content/model/define.ts";
import { editPathOf } from "#content/model/record-paths.ts";
import type { PictureFile } from "#media/picture-file.ts";
import { type FormLayout, RecordForm } from "../content/record/record-form.tsx";
import { useUnsaved } from "../content/record/use-unsaved.ts";
import { titleOfForm } from "../content/title-of-form.ts";
import type { EditorPage, EditorPlace } from "./editor-places.server.ts";
import classes from "./site-editor.module.css";
import { useSectionKeys } from "./use-section-keys.ts";

/** Loaded later, because a page opens with no list. */
const RecordList = lazy(async () => {
  const { RecordList: list } = await import("../content/list/collection-editor.tsx");
  return { default: list };
});

export function blocksAt({ keys }: EditorPlace): readonly Block[] {
  return keys.map((key): Block => blocks[key]);
}

export type OpenPart =
  | { readonly kind: "page" }
  | { readonly kind: "place"; readonly place: EditorPlace }
  | {
      readonly kind: "record";
      readonly place: EditorPlace;
      readonly block: Block;
      /** Null while a record is being added. */
      readonly record: EditableRecord | null;
    };

export type RecordsByBlock = Readonly<Record<string, readonly EditableRecord[]>>;

interface PlaceListProps {
  page: EditorPage;
  records: RecordsByBlock;
  onOpen: (place: EditorPlace) => void;
  /** Form of the page's sections; without it, the sections are a list that only opens them. */
  children: ReactNode;
}

/** The parts of a page as a list, for the keyboard and for parts that are hard to click. */
export function PlaceList({ page, records, onOpen, children }: PlaceListProps) {
  const list = useRef<HTMLElement>(null);
  useSectionKeys(list);
  const first = page.places.findIndex(({ isOriginal }) => isOriginal);
  const sections = page.places.filter(({ isOriginal }) => isOriginal);
  const around = page.places.filter(({ isOriginal }) => !isOriginal);
  const above = first === -1 ? 1 : first;
  return (
    <nav aria-label={`Sections of the ${page.title} page`} ref={list}>
      <Places places={around.slice(0, above)} records={records} onOpen={onOpen} />
      {children ?? <Places places={sections} records={records} onOpen={onOpen} />}
      <Places places={around.slice(above)} records={records} onOpen={onOpen} />
    </nav>
  );
}

interface PlacesProps extends Pick<PlaceListProps, "records" | "onOpen"> {
  places: readonly EditorPlace[];
}

function Places({ places, records, onOpen }: PlacesProps) {
  // Marks the clicked part at once, because rendering the form takes longer than a frame.
  const [pressed, setPressed] = useState<EditorPlace | null>(null);
  if (places.length === 0) return null;
  return (
    <ul className={classes.places}>
      {places.map((place) => (
        <li key={place.id}>
          <button
            type="button"
            data-place
            data-opening={place === pressed || undefined}
            onClick={() => {
              setPressed(place);
              onOpen(place);
            }}
          >
            <span>{place.title}</span>
            <PlaceNote place={place} records={records} />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface PlaceNoteProps {
  place: EditorPlace;
  records: RecordsByBlock;
}

/** Whether a place has drafts, or nothing at all. */
export function PlaceNote({ place, records }: PlaceNoteProps) {
  const inPlace = blocksAt(place).flatMap(({ name }) => records[name] ?? []);
  const drafts = inPlace.filter(({ draft }) => draft !== null).length;
  return (
    <>
      {drafts > 0 && (
        <Badge color="yellow" size="sm">
          {drafts === 1 ? "Draft" : `${drafts} drafts`}
        </Badge>
      )}
      {inPlace.length === 0 && (
        <Text span size="xs" c="dimmed">
          Empty
        </Text>
      )}
    </>
  );
}

interface PlaceRecordsProps {
  place: EditorPlace;
  records: RecordsByBlock;
  onEdit: (record: EditableRecord) => void;
  onAdd: (block: Block) => void;
}

export function PlaceRecords({ place, records, onEdit, onAdd }: PlaceRecordsProps) {
  return (
    <Stack gap="lg">
      {blocksAt(place).map((block) => (
        <BlockRecords
          key={block.name}
          block={block}
          placeTitle={place.title}
          records={records[block.name] ?? []}
          onEdit={onEdit}
          onAdd={() => onAdd(block)}
        />
      ))}
    </Stack>
  );
}

interface BlockRecordsProps {
  block: Block;
  placeTitle: string;
  records: readonly EditableRecord[];
  onEdit: (record: EditableRecord) => void;
  onAdd: () => void;
}

function BlockRecords({ block, placeTitle, records, onEdit, onAdd }: BlockRecordsProps) {
  const unsaved = useUnsaved(block, records, null);
  const [only] = records;
  if (block.shape === "singleton" && only !== undefined) {
    return (
      <div className={classes.places}>
        <button type="button" onClick={() => onEdit(only)}>
          <span>{block.title}</span>
          {only.draft && (
            <Badge color="yellow" size="sm">
              Draft
            </Badge>
          )}
          {unsaved.has(only._id) && (
            <Badge color="red" size="sm" variant="light">
              Not saved
            </Badge>
          )}
          <IconChevronRight size={16} aria-hidden />
        </button>
      </div>
    );
  }
  return (
    <section aria-label={block.title}>
      <Group justify="space-between" mb={4}>
        {/* Shows “Items” if the heading above is already the title of the block. */}
        <Title order={3} size="h4">
          {block.title === placeTitle ? "Items" : block.title}
        </Title>
        <Button
          size="xs"
          variant="default"
          onClick={onAdd}
          aria-label={`Add: ${titleOfForm(block)}`}
        >
          Add
        </Button>
      </Group>
      {block.shape === "collection" && (
        <Suspense>
          <RecordList block={block} records={records} unsaved={unsaved} onEdit={onEdit} />
        </Suspense>
      )}
    </section>
  );
}

interface RecordSheetProps {
  open: Extract<OpenPart, { kind: "record" }>;
  /** Name of the field that gets the focus; the first field by default. */
  focused: RefObject<string | null>;
  onTyped: (values: Readonly<Record<string, string>>) => void;
  onPicture: (picture: PictureFile) => void;
  onAdded: () => void;
}

export function RecordSheet({ open, focused, onTyped, onPicture, onAdded }: RecordSheetProps) {
  const { block, record } = open;
  const sheet = useRef<HTMLDivElement>(null);
  const id = record?._id ?? block.name;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each record that is opened
  useEffect(() => {
    const named = sheet.current?.querySelector<HTMLElement>(`[name="${focused.current}"]`);
    const field = named ?? sheet.current?.querySelector<HTMLElement>("input, textarea, select");
    focused.current = null;
    field?.focus();
  }, [id]);
  return (
    <Stack gap="sm" ref={sheet}>
      <RecordForm
        key={id}
        block={block}
        record={record}
        layout={layoutOfRecord(block)}
        onTyped={onTyped}
        onPicture={onPicture}
        {...(record === null && { onSaved: onAdded })}
      />
      {record !== null && (
        <Anchor href={editPathOf(block, record._id)} size="sm">
          Open the full form with its history
        </Anchor>
      )}
    </Stack>
  );
}

/** The list of sections is in the form of the page, beside which the texts of a section open. */
function layoutOfRecord({ fields }: Block): FormLayout | undefined {
  const names = Object.keys(fields);
  const others = names.filter((name) => fields[name]?.kind !== "sections");
  return others.length === names.length ? undefined : { fields: others };
}

interface BackProps {
  label: string;
  onClick: () => void;
}

export function BackButton({ label, onClick }: BackProps) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconChevronLeft size={16} aria-hidden />}
      onClick={onClick}
      className={classes.back}
    >
      {label}
    </Button>
  );
}
