import { Button, Group, Input, Text, VisuallyHidden } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { lazy, Suspense, useContext, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useOpenPart } from "#app/admin/frame/forms/use-open-part.ts";
import { useWasOpened } from "#app/admin/frame/forms/use-was-opened.ts";
import { notifyWithUndo } from "#app/admin/frame/ui/notify-with-undo.tsx";
import type { SectionDeclaration } from "#app/landing/kinds/define-section.ts";
import { IconArrowBackUp } from "#app/ui/icons/icon-arrow-back-up.ts";
import { IconArrowForwardUp } from "#app/ui/icons/icon-arrow-forward-up.ts";
import { IconPlus } from "#app/ui/icons/icon-plus.ts";
import { listedSections } from "#content/sections/listed-sections.ts";
import { mostSections, originalKind, type Section } from "#content/sections/section.ts";
import type { FieldInputProps } from "./field-input.tsx";
import {
  type OriginalSection,
  originalSectionsOf,
  pageOfListing,
} from "./sections/original-sections.ts";
import {
  duplicated,
  inserted,
  moved,
  newSectionId,
  removed,
  shownOrHidden,
  withValue,
} from "./sections/section-edits.ts";
import { rowNameOf } from "./sections/section-names.ts";
import { sectionIn, sectionPart } from "./sections/section-part.ts";
import { type SectionActions, SectionRow } from "./sections/section-row.tsx";
import classes from "./sections/sections.module.css";
import { SectionsHostContext } from "./sections/sections-host.ts";
import { StepButton } from "./sections/step-button.tsx";
import { useFocusAfterChange } from "./sections/use-focus-after-change.ts";
import { isOriginal, useSectionList } from "./sections/use-section-list.ts";
import { useSteadyActions } from "./sections/use-steady-actions.ts";
import { useUndoKeys } from "./sections/use-undo-keys.ts";

/** Loaded when it is opened, because it draws every kind. */
const KindGallery = lazy(() => import("./sections/kind-gallery.tsx"));

const galleryPart = "#add-section";

const none: readonly OriginalSection[] = [];

/** The sections of a page from top to bottom. Each opens to the form of its kind. */
export default function SectionsInput(props: FieldInputProps) {
  const { name, field, block, value, error, formErrors, onChange, onPicture, onUploading } = props;
  const [originals] = useState(() => (block === undefined ? none : originalSectionsOf(block)));
  const list = useSectionList(value, originals, onChange);
  const { sections } = list;
  const open = useOpenPart();
  const openId = sectionIn(open.part);
  const host = useContext(SectionsHostContext);
  const navigate = useNavigate();
  /** Id of the section before which the gallery adds; null for the end. */
  const [addsBefore, setAddsBefore] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const dragged = useRef<string | null>(null);
  const [draggedId, setDraggedId] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const focus = useFocusAfterChange(box);
  const labelId = useId();

  const titleOf = (section: Section) => rowNameOf(section, originals).title;
  const named = (id: string) => list.latest().find((each) => each.id === id);
  const show = (id: string) => void open.show(sectionPart(id));

  function moveTo(id: string, to: number) {
    const before = list.latest();
    const section = named(id);
    if (section === undefined || to < 0 || to >= before.length) return;
    list.change(moved(before, id, to));
    setSaid(`${titleOf(section)} is now ${to + 1} of ${before.length}.`);
  }

  function addKind(kind: SectionDeclaration) {
    const before = list.latest();
    const index = before.findIndex(({ id }) => id === addsBefore);
    const section = { id: newSectionId(kind.name), kind: kind.name, values: { ...kind.example } };
    list.change(inserted(before, index === -1 ? before.length : index, section));
    setSaid(`${kind.title} was added.`);
    void open.replace(sectionPart(section.id));
  }

  const actions = useSteadyActions<SectionActions>({
    open(id) {
      const section = named(id);
      if (section?.kind !== originalKind) return id === openId ? void open.close() : show(id);
      if (host !== null) return host.openOriginal(id);
      const page = block && pageOfListing(block);
      if (page) void navigate(`/admin/site?page=${page}#${id}`);
    },
    move(id, by) {
      const index = list.latest().findIndex((each) => each.id === id);
      focus.keep();
      moveTo(id, index + by);
    },
    setHidden(id, isHidden) {
      const section = named(id);
      if (section === undefined) return;
      list.change(shownOrHidden(list.latest(), id, isHidden));
      setSaid(
        `${titleOf(section)} is ${isHidden ? "hidden once you publish" : "shown again once you publish"}.`,
      );
    },
    duplicate(id) {
      const section = named(id);
      if (section === undefined || list.latest().length >= mostSections) return;
      const copyId = newSectionId(section.kind);
      list.change(duplicated(list.latest(), id, copyId));
      setSaid(`${titleOf(section)} was duplicated.`);
      show(copyId);
    },
    remove(id) {
      const before = list.latest();
      const index = before.findIndex((each) => each.id === id);
      const section = before[index];
      if (section === undefined) return;
      list.change(removed(before, id));
      // Going back could open the section that was open before, and take the focus there.
      if (id === openId) void open.replace("");
      focus.on(before[index + 1]?.id ?? before[index - 1]?.id ?? null);
      notifyWithUndo(`“${titleOf(section)}” was deleted`, () => {
        const present = list.latest();
        if (!present.some((each) => each.id === id)) {
          list.change(inserted(present, Math.min(index, present.length), section));
        }
      });
    },
    type: (id, fieldName, text) =>
      list.change(withValue(list.latest(), id, fieldName, text), `${id}.${fieldName}`),
    addBefore(id) {
      setAddsBefore(id);
      void open.show(galleryPart);
    },
    startDrag(id) {
      dragged.current = id;
      setDraggedId(id);
    },
    endDrag() {
      dragged.current = null;
      setDraggedId(null);
    },
    dropOn(id) {
      const from = dragged.current;
      if (from === null || from === id) return;
      moveTo(
        from,
        list.latest().findIndex((each) => each.id === id),
      );
    },
  });
  useUndoKeys(box, list);
  useOpenFault(name, formErrors, sections, (id) => {
    if (id !== openId) show(id);
  });
  const isFull = sections.length >= mostSections;
  const isChoosing = useMounted() && open.part === galleryPart && !isFull;
  const wasOpened = useWasOpened(galleryPart);
  return (
    <Input.Wrapper error={error}>
      <div ref={box} data-field={name}>
        <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
        <Group gap={4} mb={4}>
          <Text size="sm" fw={600} id={labelId} mr="auto">
            {field.label}
          </Text>
          {originals.length > 0 && !isOriginal(sections, originals) && (
            <Button variant="subtle" color="gray" size="compact-sm" onClick={backToOriginal}>
              Back to the original
            </Button>
          )}
          {(list.canUndo || list.canRedo) && (
            <>
              <StepButton
                label="Undo the last change of the sections"
                title="Undo (Ctrl+Z)"
                isDisabled={!list.canUndo}
                onClick={list.undo}
              >
                <IconArrowBackUp size={18} />
              </StepButton>
              <StepButton
                label="Redo the change of the sections"
                title="Redo (Shift+Ctrl+Z)"
                isDisabled={!list.canRedo}
                onClick={list.redo}
              >
                <IconArrowForwardUp size={18} />
              </StepButton>
            </>
          )}
        </Group>
        {sections.length === 0 && (
          <Text size="sm" c="dimmed" mb="xs">
            This page has no sections yet.
          </Text>
        )}
        <ul className={classes.list} aria-labelledby={labelId}>
          {sections.map((section, index) => {
            const isFromPage = section.kind === originalKind;
            return (
              <SectionRow
                key={section.id}
                section={section}
                {...rowNameOf(section, originals)}
                isOriginal={isFromPage}
                isOpen={section.id === openId && !isFromPage}
                isDragged={section.id === draggedId}
                isFirst={index === 0}
                isLast={index === sections.length - 1}
                note={isFromPage ? host?.noteOn(section.id) : null}
                errors={errorsBelow(`${name}.${section.id}`, formErrors)}
                actions={actions}
                onPicture={onPicture}
                onUploading={onUploading}
              />
            );
          })}
        </ul>
        <Button
          variant="default"
          fullWidth
          mt="sm"
          disabled={isFull}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => {
            setAddsBefore(null);
            void open.show(galleryPart);
          }}
        >
          Add section
        </Button>
        {isFull && (
          <Text size="sm" c="dimmed" mt={4}>
            A page can have at most {mostSections} sections.
          </Text>
        )}
        {wasOpened && (
          <Suspense>
            <KindGallery isOpen={isChoosing} onClose={() => void open.close()} onChosen={addKind} />
          </Suspense>
        )}
      </div>
    </Input.Wrapper>
  );

  function backToOriginal() {
    const before = list.latest();
    list.change(listedSections(originals, ""));
    notifyWithUndo(
      "The page has its original sections again. Visitors see them after you publish.",
      () => list.change(before),
    );
  }
}

const noErrors: Readonly<Record<string, string>> = {};

/** Messages below a path, by the rest of the path; the same object whenever there are none. */
function errorsBelow(path: string, errors: FieldInputProps["formErrors"]) {
  const below = Object.entries(errors ?? noErrors).flatMap(([each, message]) =>
    each.startsWith(`${path}.`) ? [[each.slice(path.length + 1), message] as const] : [],
  );
  return below.length === 0 ? noErrors : Object.fromEntries(below);
}

/** Opens the first section that has a message when messages arrive. */
function useOpenFault(
  path: string,
  errors: FieldInputProps["formErrors"],
  sections: readonly Section[],
  open: (id: string) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer of the server
  useEffect(() => {
    const faulty = sections.find(({ id }) => errorsBelow(`${path}.${id}`, errors) !== noErrors);
    if (faulty !== undefined) open(faulty.id);
  }, [errors]);
}
