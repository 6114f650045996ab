import { lazy, type RefObject, Suspense, useMemo, useRef } from "react";
import type { Values } from "#app/admin/frame/forms/use-typed-values.ts";
import type { EditableRecord } from "#content/drafts/editable-record.ts";
import type { Block } from "#content/model/define.ts";
import type { PictureFile } from "#media/picture-file.ts";
import {
  type SectionsHost,
  SectionsHostContext,
} from "../content/fields/sections/sections-host.ts";
import { type FormLayout, RecordForm } from "../content/record/record-form.tsx";
import type { EditorPage, EditorPlace } from "./editor-places.server.ts";
import { PlaceNote, type RecordsByBlock } from "./place-editor.tsx";

/** Loaded later, because it is shown after a press. */
const PageMenus = lazy(() => import("../pages/page-menus.tsx"));

interface PageFormProps {
  page: EditorPage;
  block: Block;
  record: EditableRecord | null;
  records: RecordsByBlock;
  /** Field of the section being opened that gets the focus. */
  focused: RefObject<string | null>;
  onOpen: (place: EditorPlace) => void;
  onTyped: (values: Values) => void;
  onPicture: (picture: PictureFile) => void;
}

/** The record with the list of the page's sections, beside the page. */
export function PageForm(props: PageFormProps) {
  const { page, block, record, records, focused, onOpen, onTyped, onPicture } = props;
  const open = useRef(onOpen);
  open.current = onOpen;
  const host = useMemo((): SectionsHost => {
    const placeOf = (id: string) => page.places.find((place) => place.id === id);
    return {
      focused,
      openOriginal(id) {
        const place = placeOf(id);
        if (place !== undefined) open.current(place);
      },
      noteOn(id) {
        const place = placeOf(id);
        return place && <PlaceNote place={place} records={records} />;
      },
    };
  }, [page, records, focused]);
  const layout = useMemo(() => layoutOfPage(block, page, record), [block, page, record]);
  return (
    <SectionsHostContext value={host}>
      <RecordForm
        block={block}
        record={record}
        layout={layout}
        onTyped={onTyped}
        onPicture={onPicture}
      />
    </SectionsHostContext>
  );
}

/**
 * A page of the specification has its other fields in its search listing, which is a place of its
 * own. The sections of an added page come first, because they are edited most.
 */
function layoutOfPage(
  block: Block,
  { form }: EditorPage,
  record: EditableRecord | null,
): FormLayout {
  const sections = form?.sections ?? "sections";
  if (form === null || form.id === null) return { fields: [sections], isQuiet: true };
  const names = Object.keys(block.fields);
  const words = names.filter((name) => {
    const kind = block.fields[name]?.kind;
    return kind === "richText" || name === "articleTitle" || name === "summary";
  });
  const shown = [...words, sections];
  return {
    fields: shown,
    folded: {
      title: "Title, address and search results",
      fields: names.filter((name) => !shown.includes(name)),
      after: record && (
        <Suspense>
          <PageMenus recordId={record._id} title={record.label} />
        </Suspense>
      ),
    },
    isQuiet: true,
  };
}
