import { VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import type { EditableRecord } from "../../../../content/drafts/editable-record.ts";
import type { Block } from "../../../../content/model/define.ts";
import { Table } from "../../ui/table.tsx";
import { useContentAction } from "../use-content-action.ts";
import { RecordRow } from "./record-row.tsx";
import { useMoves } from "./use-moves.ts";

interface RecordListProps {
  block: Block;
  records: readonly EditableRecord[];
  /** Of records with something typed that was not saved. */
  unsaved: ReadonlySet<string>;
  onEdit: (record: EditableRecord) => void;
}

/**
 * The records of a collection. A row is moved by dragging it, or with the arrow keys while its
 * handle has the focus; the list says where it went.
 */
export function RecordList({ block, records, unsaved, onEdit }: RecordListProps) {
  const action = useContentAction();
  const [dragged, setDragged] = useState<string | null>(null);
  const [said, setSaid] = useState("");

  const moves = useMoves(records, action.isSending, (move) =>
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
              onDelete={() => action.send({ intent: "delete", block: block.name, id: record._id })}
            />
          ))}
        </tbody>
      </Table>
    </>
  );
}
