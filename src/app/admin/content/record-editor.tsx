import { Grid } from "@mantine/core";
import { useCallback, useState } from "react";
import { useRouteLoaderData } from "react-router";
import type { Block } from "../../../content/define.ts";
import type { EditableRecord } from "../../../content/editable-record.ts";
import type { SiteContent } from "../../../content/site-content.ts";
import type { loader as rootLoader } from "../../root.tsx";
import { PreviewFrame } from "./preview-frame.tsx";
import { RecordForm } from "./record-form.tsx";
import { sectionsShowing, siteWith } from "./section-preview.tsx";

interface RecordEditorProps {
  block: Block;
  record: EditableRecord | null;
  site: SiteContent;
  onSaved?: () => void;
}

/** The form, and beside it the real section as it changes. */
export function RecordEditor({ block, record, site, onSaved }: RecordEditorProps) {
  const nonce = useRouteLoaderData<typeof rootLoader>("root")?.nonce ?? "";
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const onTyped = useCallback((values: Readonly<Record<string, string>>) => setTyped(values), []);
  const sections = sectionsShowing(block);
  const form = (
    <RecordForm
      block={block}
      record={record}
      onTyped={onTyped}
      {...(onSaved === undefined ? {} : { onSaved })}
    />
  );
  if (sections.length === 0) return form;
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, lg: 5 }}>{form}</Grid.Col>
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <PreviewFrame nonce={nonce}>
          {sections[0]?.render(siteWith(site, block, record?._id ?? "typed", typed))}
        </PreviewFrame>
      </Grid.Col>
    </Grid>
  );
}
