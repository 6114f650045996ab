import { Button, Group, Text, Title, VisuallyHidden } from "@mantine/core";
import { lazy, Suspense, startTransition, useOptimistic, useRef, useState } from "react";
import { usePanelRights } from "#app/admin/frame/shell/use-panel-rights.ts";
import { Table } from "#app/admin/frame/ui/table.tsx";
import { IconPlus } from "#app/ui/icons/icon-plus.ts";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import type { EditableRecord } from "#content/drafts/editable-record.ts";
import type { Block } from "#content/model/define.ts";
import type { PreviewSite } from "../preview/preview-site.server.ts";
import { useUnsaved } from "../record/use-unsaved.ts";
import { useContentAction } from "../use-content-action.ts";
import { RecordRow } from "./record-row.tsx";
import { useGivenTexts } from "./use-given-texts.ts";
import { useOpenRecord } from "./use-open-record.ts";

// Only the list of plans asks before it deletes.
const DeleteQuestion = lazy(() => import("./delete-question.tsx"));

interface Move {
  readonly id: string;
  /** Id of the next record in the list after the move; null for the end. */
  readonly before: string | null;
  /** Id of the next record in the list before the move; null for the end. */
  readonly from: string | null;
}

/**
 * Shows each move at once, so that the next key press continues from the new place, and sends the
 * moves one after another.
 */
function useMoves(records: readonly EditableRecord[], send: (move: Move) => Promise<void>) {
  // The moves stay visible until React renders the new sequence from the server.
  const [shown, showMove] = useOptimistic(records, moved);
  const lastSending = useRef(Promise.resolve());

  return {
    shown,
    move(id: string, to: number) {
      const ids = shown.map(({ _id }) => _id);
      const from = ids[ids.indexOf(id) + 1] ?? null;
      const before = ids.filter((other) => other !== id)[to] ?? null;
      const move = { id, before, from };
      startTransition(async () => {
        showMove(move);
        lastSending.current = lastSending.current.then(() => send(move));
        await lastSending.current;
      });
    },
  };
}

function moved(records: readonly EditableRecord[], { id, before }: Move): EditableRecord[] {
  const others = records.filter(({ _id }) => _id !== id);
  const place = others.findIndex(({ _id }) => _id === before);
  const record = records.filter(({ _id }) => _id === id);
  return others.toSpliced(place < 0 ? others.length : place, 0, ...record);
}

interface RecordListProps {
  block: Block;
  records: readonly EditableRecord[];
  /** Ids of records with unsaved text. */
  unsaved: ReadonlySet<string>;
  onEdit: (record: EditableRecord) => void;
}

/**
 * A row is moved by dragging, or with the arrow keys on its handle. A live region announces the new
 * position.
 */
export function RecordList({ block, records, unsaved, onEdit }: RecordListProps) {
  const action = useContentAction();
  // Belongs to the list, because the notice disappears together with the answer.
  const publishing = useContentAction();
  const [dragged, setDragged] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const [asked, setAsked] = useState<EditableRecord | null>(null);
  // Pages and sections can show a plan; nothing links to the records of other lists.
  const asksFirst = block.name === pricingPackages.name;
  const remove = ({ _id: id }: EditableRecord) => {
    setAsked(null);
    action.send({ intent: "delete", block: block.name, id });
  };

  const moves = useMoves(records, (move) =>
    action.send({ intent: "move", block: block.name, ...move }),
  );

  function move(id: string, to: number) {
    if (to < 0 || to >= records.length) return;
    moves.move(id, to);
    setSaid(`Moved to place ${to + 1} of ${records.length}.`);
  }

  return (
    <>
      <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
      {records.some(({ draft }) => draft?.isMoved) && (
        <UnpublishedOrder
          isPublishing={publishing.isSending}
          onPublish={() => publishing.send({ intent: "publish-all", block: block.name })}
        />
      )}
      <Table spacing="xs" isHighlighted aria-label={block.title}>
        <tbody>
          {moves.shown.map((record, index) => (
            <RecordRow
              key={record._id}
              block={block}
              record={record}
              isUnsaved={unsaved.has(record._id)}
              isDragged={record._id === dragged}
              onMove={(by) => move(record._id, index + by)}
              onDragStart={() => setDragged(record._id)}
              onDragEnd={() => setDragged(null)}
              onDrop={() => {
                if (dragged !== null && dragged !== record._id) move(dragged, index);
                setDragged(null);
              }}
              onEdit={() => onEdit(record)}
              onDuplicate={() =>
                action.send({ intent: "duplicate", block: block.name, id: record._id })
              }
              onDelete={() => (asksFirst ? setAsked(record) : remove(record))}
            />
          ))}
        </tbody>
      </Table>
      {asked !== null && (
        <Suspense>
          <DeleteQuestion
            record={asked}
            onSure={() => remove(asked)}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </>
  );
}

interface UnpublishedOrderProps {
  isPublishing: boolean;
  onPublish: () => void;
}

function UnpublishedOrder({ isPublishing, onPublish }: UnpublishedOrderProps) {
  const { publishes } = usePanelRights();
  return (
    <Group justify="space-between" mb="xs">
      <Text size="sm" c="dimmed">
        Visitors still see the list in its previous order.
        {publishes && " “Publish the list” also publishes all drafts in this list."}
      </Text>
      {publishes && (
        <Button size="xs" variant="light" loading={isPublishing} onClick={onPublish}>
          Publish the list
        </Button>
      )}
    </Group>
  );
}

const RecordDrawer = lazy(() => import("./record-drawer.tsx"));

interface CollectionEditorProps {
  block: Block;
  records: readonly EditableRecord[];
  preview: PreviewSite;
  /** True for the only list of its screen, whose title names it. */
  isAlone: boolean;
}

export function CollectionEditor({ block, records, preview, isAlone }: CollectionEditorProps) {
  const { open, show, close } = useOpenRecord(block, records);
  const start = useGivenTexts(block);
  const unsaved = useUnsaved(block, records, open);
  // The drawer stays mounted after its first use, so that closing it is animated.
  const [wasOpened, setWasOpened] = useState(false);
  if (open !== null && !wasOpened) setWasOpened(true);
  return (
    <section aria-label={block.title}>
      <Group justify="space-between" wrap="nowrap" align="start" mb="md">
        {isAlone ? (
          <Text maw={640}>{block.intro}</Text>
        ) : (
          <Title order={2} size="h3">
            {block.title}
          </Title>
        )}
        <Button flex="none" leftSection={<IconPlus size={16} />} onClick={() => show("new")}>
          Add
        </Button>
      </Group>
      {records.length === 0 && (
        <Text c="dimmed">
          Nothing here yet. New items appear on the site as soon as you publish them.
        </Text>
      )}
      {/* Rendered for an empty list too, because it shows the toast that undoes a deletion. */}
      <RecordList block={block} records={records} unsaved={unsaved} onEdit={show} />
      {wasOpened && (
        <Suspense>
          <RecordDrawer block={block} open={open} start={start} preview={preview} onClose={close} />
        </Suspense>
      )}
    </section>
  );
}
