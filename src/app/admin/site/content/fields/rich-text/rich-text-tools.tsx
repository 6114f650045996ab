import { RichTextEditor } from "@mantine/tiptap";
import type { Editor } from "@tiptap/core";
import { useEditorState } from "@tiptap/react";
import { type KeyboardEvent, type RefObject, useEffect } from "react";
import { IconLibraryPhoto } from "#app/ui/icons/icon-library-photo.ts";
import { IconLink } from "#app/ui/icons/icon-link.ts";
import { IconSeparatorHorizontal } from "#app/ui/icons/icon-separator-horizontal.ts";
import { IconSourceCode } from "#app/ui/icons/icon-source-code.ts";
import classes from "./rich-text-input.module.css";

interface RichTextToolsProps {
  editor: Editor | null;
  label: string;
  toolbar: RefObject<HTMLDivElement | null>;
  onLink: () => void;
  onPicture: () => void;
}

/** One stop of the Tab key; the arrow keys go from tool to tool, Escape goes back to the text. */
export function RichTextTools({ editor, label, toolbar, onLink, onPicture }: RichTextToolsProps) {
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      isLink: now?.isActive("link") ?? false,
      isPicture: now?.isActive("image") ?? false,
      isTable: now?.isActive("table") ?? false,
    }),
  });
  useEffect(() => {
    const stop = toolsIn(toolbar).find((tool) => tool === document.activeElement);
    keepOneStop(toolbar, stop);
  });
  return (
    <RichTextEditor.Toolbar
      ref={toolbar}
      role="toolbar"
      aria-label={`Tools: ${label}`}
      className={classes.tools}
      sticky
      onKeyDown={(event) => moveBetween(event, toolbar, editor)}
      onFocus={({ target }) => keepOneStop(toolbar, target)}
    >
      <div className={classes.row}>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.H2 />
          <RichTextEditor.H3 />
          <RichTextEditor.H4 />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Bold />
          <RichTextEditor.Italic />
          <RichTextEditor.Control
            aria-label="Link"
            title="Link (Ctrl+K)"
            active={state?.isLink ?? false}
            disabled={editor === null}
            onClick={onLink}
          >
            <IconLink size={16} aria-hidden />
          </RichTextEditor.Control>
          <RichTextEditor.Code />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.BulletList />
          <RichTextEditor.OrderedList />
          <RichTextEditor.Blockquote />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Control
            aria-label={state?.isPicture ? "Describe picture" : "Picture"}
            title={state?.isPicture ? "Alt text and caption of this picture" : "Picture"}
            active={state?.isPicture ?? false}
            disabled={editor === null}
            onClick={onPicture}
          >
            <IconLibraryPhoto size={16} aria-hidden />
          </RichTextEditor.Control>
          <RichTextEditor.TableInsert maxColumns={6} maxRows={8} />
          <RichTextEditor.CodeBlock icon={LinesOfCodeIcon} />
          <RichTextEditor.Hr icon={DividerIcon} />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Undo />
          <RichTextEditor.Redo />
        </RichTextEditor.ControlsGroup>
      </div>
      {state?.isTable && (
        <div className={classes.row}>
          <RichTextEditor.ControlsGroup role="group" aria-label="Table">
            <RichTextEditor.TableRowBefore />
            <RichTextEditor.TableRowAfter />
            <RichTextEditor.TableRowDelete />
            <RichTextEditor.TableColumnBefore />
            <RichTextEditor.TableColumnAfter />
            <RichTextEditor.TableColumnDelete />
            <RichTextEditor.TableToggleHeaderRow />
            <RichTextEditor.TableToggleHeaderColumn />
            <RichTextEditor.TableDelete />
          </RichTextEditor.ControlsGroup>
        </div>
      )}
    </RichTextEditor.Toolbar>
  );
}

const LinesOfCodeIcon = () => <IconSourceCode size={16} aria-hidden />;
const DividerIcon = () => <IconSeparatorHorizontal size={16} aria-hidden />;

/** Words of the panel for the tools of the library. */
export const toolLabels = {
  h2ControlLabel: "Heading",
  h3ControlLabel: "Smaller heading",
  h4ControlLabel: "Smallest heading",
  orderedListControlLabel: "Numbered list",
  blockquoteControlLabel: "Quote",
  codeControlLabel: "Code",
  codeBlockControlLabel: "Lines of code",
  hrControlLabel: "Divider",
  tableInsertControlLabel: "Table",
  tableToggleHeaderRowControlLabel: "First row is the head",
  tableToggleHeaderColumnControlLabel: "First column is the head",
} as const;

function toolsIn(toolbar: RefObject<HTMLDivElement | null>): HTMLButtonElement[] {
  return [...(toolbar.current?.querySelectorAll("button") ?? [])].filter((tool) => !tool.disabled);
}

/** The library gives each tool a stop of the Tab key. */
function keepOneStop(
  toolbar: RefObject<HTMLDivElement | null>,
  wanted: EventTarget | undefined,
): void {
  const tools = toolsIn(toolbar);
  const stop =
    tools.find((tool) => tool === wanted) ?? tools.find(({ tabIndex }) => tabIndex === 0);
  for (const tool of tools) tool.tabIndex = tool === (stop ?? tools[0]) ? 0 : -1;
}

function moveBetween(
  event: KeyboardEvent,
  toolbar: RefObject<HTMLDivElement | null>,
  editor: Editor | null,
): void {
  const tools = toolsIn(toolbar);
  const at = tools.indexOf(document.activeElement as HTMLButtonElement);
  if (event.key === "Escape" && at !== -1) {
    event.preventDefault();
    event.stopPropagation();
    editor?.commands.focus();
    return;
  }
  const steps: Partial<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: tools.length - 1,
  };
  const next = steps[event.key];
  if (next === undefined || at === -1) return;
  event.preventDefault();
  tools[(next + tools.length) % tools.length]?.focus();
}
