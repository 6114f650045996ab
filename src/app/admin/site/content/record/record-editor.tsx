import { Box, Grid } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import type { EditableRecord } from "#content/drafts/editable-record.ts";
import type { Block } from "#content/model/define.ts";
import type { FactsByAddress } from "#media/picture-file.ts";
import type { PreviewSite } from "../preview/preview-site.server.ts";
import { hasPreview, RecordPreview } from "../preview/record-preview.tsx";
import { RecordForm, startOf } from "./record-form.tsx";

/** Loaded later, because only pages and articles have it. */
const DraftFacts = lazy(() => import("#app/admin/site/draft-facts/draft-facts.tsx"));

/**
 * The preview waits for a pause, because rendering it takes longer than the time between two keys.
 */
const previewDelayMs = 250;

interface RecordEditorProps {
  block: Block;
  record: EditableRecord | null;
  preview: PreviewSite;
  /** Texts of a new record; by default, those of an empty one. */
  start?: Readonly<Record<string, string>> | undefined;
  onSaved?: () => void;
}

/** True if something is shown beside the form, which needs a wide screen. */
export function hasPartBeside(block: Block, preview: PreviewSite): boolean {
  return block.isRead === "alone" || hasPreview(block, preview);
}

export function RecordEditor({ block, record, preview, start, onSaved }: RecordEditorProps) {
  const [chosen, setChosen] = useState<FactsByAddress>({});
  const [typed, setTyped] = useState(record?.values ?? start ?? startOf(block));
  const [shown] = useDebouncedValue(typed, previewDelayMs);
  const pictures = useMemo(() => ({ ...preview.pictures, ...chosen }), [preview.pictures, chosen]);
  const onTyped = useCallback((values: Readonly<Record<string, string>>) => setTyped(values), []);
  const form = (
    <RecordForm
      block={block}
      record={record}
      onTyped={onTyped}
      onPicture={(picture) => setChosen({ ...chosen, [picture.address]: picture })}
      {...(start === undefined ? {} : { start })}
      {...(onSaved === undefined ? {} : { onSaved })}
    />
  );
  if (block.isRead === "alone") {
    return (
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, lg: 8 }}>{form}</Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Suspense>
            <DraftFacts block={block} id={record?._id ?? null} typed={typed} />
          </Suspense>
        </Grid.Col>
      </Grid>
    );
  }
  if (!hasPreview(block, preview)) return <Box maw={640}>{form}</Box>;
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, lg: 5 }}>{form}</Grid.Col>
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <RecordPreview
          block={block}
          id={record?._id ?? "typed"}
          typed={shown}
          preview={preview}
          pictures={pictures}
        />
      </Grid.Col>
    </Grid>
  );
}
