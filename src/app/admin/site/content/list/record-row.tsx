import { ActionIcon, Anchor, Badge, Group, Text } from "@mantine/core";
import type { DragEvent, KeyboardEvent } from "react";
import { IconCopy } from "#app/ui/icons/icon-copy.ts";
import { IconGripVertical } from "#app/ui/icons/icon-grip-vertical.ts";
import { IconTrash } from "#app/ui/icons/icon-trash.ts";
import { addOns } from "#content/blocks/add-ons.ts";
import type { EditableRecord } from "#content/drafts/editable-record.ts";
import { salesInWords } from "#content/model/add-ons.ts";
import type { Block } from "#content/model/define.ts";
import { planIntervals, pricePer } from "#content/model/plan-interval.ts";
import { editPathOf } from "#content/model/record-paths.ts";
import { centsFromPrice, dollarsFromCents, withoutSeparators } from "#platform/money.ts";
import { linkInWords } from "../fields/link-target.ts";
import { useLinkPages } from "../fields/use-link-pages.ts";
import classes from "./record-row.module.css";

interface RecordRowProps {
  block: Block;
  record: EditableRecord;
  isUnsaved: boolean;
  isDragged: boolean;
  onMove: (by: number) => void;
  onDragStart: () => void;
  onDragEnd: () => void;
  onDrop: () => void;
  onEdit: () => void;
  onDuplicate: () => void;
  onDelete: () => void;
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

function draftName({ fields, isMoved }: NonNullable<EditableRecord["draft"]>): string {
  return isMoved && fields.length === 0 ? "Moved" : "Draft";
}

export function RecordRow(props: RecordRowProps) {
  const { block, record, onMove } = props;
  const { label } = record;
  const linkField = block.besideName ?? "";
  const isLink = block.fields[linkField]?.kind === "target";
  const pages = useLinkPages(isLink);
  const beside = isLink
    ? linkInWords(pages ?? [], record.values[linkField] ?? "")
    : besideName(block, record);
  return (
    <tr
      style={props.isDragged ? { opacity: 0.4 } : undefined}
      onDragOver={(event: DragEvent) => event.preventDefault()}
      onDrop={props.onDrop}
    >
      <td style={{ width: 44 }}>
        <ActionIcon
          variant="subtle"
          color="gray"
          draggable
          onDragStart={props.onDragStart}
          onDragEnd={props.onDragEnd}
          onKeyDown={(event: KeyboardEvent) => {
            const by = steps[event.key];
            if (by === undefined) return;
            event.preventDefault();
            onMove(by);
          }}
          aria-label={`Move ${label}: drag it, or use the up and down arrow keys`}
        >
          <IconGripVertical size={18} />
        </ActionIcon>
      </td>
      <td className={classes.name} data-indented={isIndented(block, record) || undefined}>
        {label}{" "}
        {beside !== "" && (
          <Text span size="sm" c="dimmed">
            {beside}
          </Text>
        )}{" "}
        {block.exclusiveMark !== undefined && record.values[block.exclusiveMark] !== "" && (
          <Badge color="brand" size="sm" variant="light">
            {block.fields[block.exclusiveMark]?.label}
          </Badge>
        )}{" "}
        {record.draft && (
          <Badge color="yellow" size="sm">
            {record.published === null ? "Draft, not published" : draftName(record.draft)}
          </Badge>
        )}{" "}
        {props.isUnsaved && (
          <Badge color="red" size="sm" variant="light" title="Unsaved text, kept in this browser">
            Not saved
          </Badge>
        )}{" "}
        {record.isDemonstration && (
          <Badge color="gray" size="sm" variant="light">
            Demonstration
          </Badge>
        )}
        {block.name === addOns.name && (
          <Text size="sm" c="dimmed">
            {salesInWords(record.values)}
            {record.values.addOnText && (
              <>
                <br />
                {record.values.addOnText}
              </>
            )}
          </Text>
        )}
      </td>
      <td>
        <Group justify="end" gap={6} className={classes.actions}>
          <Anchor
            href={editPathOf(block, record._id)}
            size="sm"
            style={{ whiteSpace: "nowrap" }}
            onClick={(event) => {
              // A plain click opens the drawer; with a modifier key, the browser opens the link.
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              props.onEdit();
            }}
          >
            {block.name === "pricing-package" ? "Edit Pricing" : "Edit"}
          </Anchor>
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={props.onDuplicate}
            aria-label={`Duplicate ${label}`}
          >
            <IconCopy size={18} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="red"
            onClick={props.onDelete}
            aria-label={`Delete ${label}`}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Group>
      </td>
    </tr>
  );
}

function isIndented({ indentedWhen }: Block, { values }: EditableRecord): boolean {
  return indentedWhen !== undefined && values[indentedWhen.field] === indentedWhen.value;
}

/** A draft may contain a text that is no price. */
function shownPrice(price: string): string {
  const cents = centsFromPrice(withoutSeparators(price));
  return cents === null ? price : dollarsFromCents(cents);
}

/** "→ /pricing/" or "Gone" for a redirect; "$149.00" for a plan. */
/** A price with the interval of its plan. */
function priceOf(price: string, { packageCharged }: EditableRecord["values"]): string {
  const charged = planIntervals.find((interval) => interval === packageCharged) ?? "once";
  return pricePer(shownPrice(price), charged);
}

function besideName({ besideName: name, fields, stateField }: Block, { values }: EditableRecord) {
  if (name === undefined) return "";
  const value = values[name] ?? "";
  if (value === "") return values[stateField ?? ""] ?? "";
  const kind = fields[name]?.kind;
  return kind === "url" ? `→ ${value}` : kind === "price" ? priceOf(value, values) : value;
}
