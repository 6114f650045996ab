import { Grid } from "@mantine/core";
import { useCallback, useState } from "react";
import { useRouteLoaderData } from "react-router";
import type { Block } from "../../../content/define.ts";
import type { EditableRecord } from "../../../content/editable-record.ts";
import type { FactsByAddress } from "../../../media/picture-file.ts";
import type { loader as rootLoader } from "../../root.tsx";
import { Drawings } from "../../ui/drawings.tsx";
import { UploadedPictures } from "../../ui/uploaded-pictures.tsx";
import { PreviewFrame } from "./preview-frame.tsx";
import type { PreviewSite } from "./preview-site.server.ts";
import { RecordForm } from "./record-form.tsx";
import { sectionsShowing, siteWith } from "./section-preview.tsx";

interface RecordEditorProps {
  block: Block;
  record: EditableRecord | null;
  preview: PreviewSite;
  onSaved?: () => void;
}

/** The form, and beside it the real section as it changes. */
export function RecordEditor({ block, record, preview, onSaved }: RecordEditorProps) {
  const nonce = useRouteLoaderData<typeof rootLoader>("root")?.nonce ?? "";
  const [chosen, setChosen] = useState<FactsByAddress>({});
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const onTyped = useCallback((values: Readonly<Record<string, string>>) => setTyped(values), []);
  const sections = sectionsShowing(block);
  const form = (
    <RecordForm
      block={block}
      record={record}
      onTyped={onTyped}
      onPicture={(picture) => setChosen({ ...chosen, [picture.address]: picture })}
      {...(onSaved === undefined ? {} : { onSaved })}
    />
  );
  if (sections.length === 0) return form;
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, lg: 5 }}>{form}</Grid.Col>
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <PreviewFrame nonce={nonce}>
          <UploadedPictures value={{ ...preview.pictures, ...chosen }}>
            <Drawings />
            {sections[0]?.render(siteWith(preview.site, block, record?._id ?? "typed", typed))}
          </UploadedPictures>
        </PreviewFrame>
      </Grid.Col>
    </Grid>
  );
}
