import { Alert, Button, Group, Input, Text, Textarea } from "@mantine/core";
import { RichTextEditor } from "@mantine/tiptap";
import "@mantine/tiptap/styles.css";
import type { Editor } from "@tiptap/core";
import { type UseEditorOptions, useEditor, useEditorState } from "@tiptap/react";
import { lazy, Suspense, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { describePicture } from "#app/admin/site/media/media-calls.ts";
import { UploadList } from "#app/admin/site/media/uploads.tsx";
import { faultOfRichText, richTextIn } from "#content/rich-text/rich-text.ts";
import type { PictureFile } from "#media/picture-file.ts";
import type { FieldInputProps } from "../field-input.tsx";
import { documentOf, valueOfDocument, withValue } from "./document-changes.ts";
import { editorExtensions } from "./editor-extensions.ts";
import {
  insertHtml,
  isOwnHtml,
  isPictureAlone,
  moveCaretTo,
  ownSerializer,
  picturesAmong,
} from "./insert-pasted.ts";
import LinkDialog from "./link-dialog.tsx";
import PictureDialog from "./picture-dialog.tsx";
import { usePicturesOfEditor } from "./pictures-of-editor.ts";
import classes from "./rich-text-input.module.css";
import { RichTextTools, toolLabels } from "./rich-text-tools.tsx";

const PictureChooser = lazy(() => import("#app/admin/site/media/picture-chooser.tsx"));

/** Shows a draft that is no text of the editor as it is, so that nobody loses it. */
export default function RichTextInput(props: FieldInputProps) {
  const { name, field, value, onChange } = props;
  const fault = value === "" ? null : faultOfRichText(value);
  // While the writer types, a value can exceed a limit, and stays in the editor.
  const [isForeign] = useState(fault !== null && richTextIn(value).content.length === 0);
  if (!isForeign || fault === null) return <EditorOfText {...props} />;
  return (
    <Textarea
      name={name}
      label={field.label}
      error={`This ${fault}. Correct it, or empty the field to write here.`}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      autosize
      maxRows={12}
    />
  );
}

type Dialog = "link" | "pictures" | { readonly picture: number };

function EditorOfText(props: FieldInputProps) {
  const { name, field, value, error, note, onChange, onPicture, onUploading } = props;
  const [labelId, helpId] = [useId(), useId()];
  const toolbar = useRef<HTMLDivElement>(null);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [said, setSaid] = useState("");
  const arrived = useRef(new Map<string, PictureFile>());
  const editorRef = useRef<Editor | null>(null);
  const pictures = usePicturesOfEditor({
    onPicture(picture) {
      arrived.current.set(picture.address, picture);
      onPicture?.(picture);
    },
    onUploading,
    onArrived({ address }) {
      const place = editorRef.current && placeOf(editorRef.current, address);
      // An open dialog stays, because its typed texts would be lost.
      if (place !== null) setDialog((open) => open ?? { picture: place });
    },
  });
  /** The value that the editor shows. */
  const shown = useRef(value);

  const insertFiles = (editor: Editor, files: readonly File[]) => {
    const nodes = files.map((file) => ({
      type: "image",
      attrs: { upload: pictures.begin(editor, file, files.length === 1) },
    }));
    editor.commands.insertContent(nodes);
  };
  /** True if the editor took what a program or a person offers. */
  const take = (editor: Editor, data: DataTransfer | null): boolean => {
    setSaid("");
    const html = data?.getData("text/html") ?? "";
    const files = picturesAmong(data?.files);
    if (files.length > 0 && (html === "" || isPictureAlone(html))) {
      insertFiles(editor, files);
      return true;
    }
    if (html === "" || isOwnHtml(html) || editor.isActive("codeBlock")) return false;
    const sentence = insertHtml(editor, html, (file) => pictures.begin(editor, file, false));
    if (sentence !== null) setSaid(sentence);
    return sentence !== null;
  };
  // The editor is made once, and calls what the last render has made.
  const calls = useRef({ take, insertFiles, onChange, pictures, setDialog, setSaid });
  calls.current = { take, insertFiles, onChange, pictures, setDialog, setSaid };
  const [options] = useState((): UseEditorOptions => {
    return {
      extensions: editorExtensions,
      content: documentOf(value),
      // The Content-Security-Policy refuses style elements.
      injectCSS: false,
      immediatelyRender: false,
      editorProps: {
        attributes: {
          role: "textbox",
          "aria-multiline": "true",
          "data-field": name,
          "aria-labelledby": labelId,
          "aria-describedby": helpId,
          ...(field.optional ? {} : { "aria-required": "true" }),
        },
        handlePaste: (_view, event) => {
          const editor = editorRef.current;
          return editor !== null && calls.current.take(editor, event.clipboardData);
        },
        handleDrop: (_view, event, _slice, isMoved) => {
          const editor = editorRef.current;
          if (isMoved || editor === null) return false;
          moveCaretTo(editor, event);
          if (calls.current.take(editor, event.dataTransfer)) return true;
          if ((event.dataTransfer?.files.length ?? 0) === 0) return false;
          calls.current.setSaid("Only pictures can be dropped here. Other files belong elsewhere.");
          return true;
        },
        handleKeyDown: (view, event) => {
          if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            event.stopPropagation();
            calls.current.setDialog("link");
            return true;
          }
          if (event.key === "F10" && event.altKey) {
            toolbar.current?.querySelector<HTMLElement>("button[tabindex='0']")?.focus();
            return true;
          }
          const { selection } = view.state;
          if (
            event.key === "Enter" &&
            view.state.doc.nodeAt(selection.from)?.type.name === "image"
          ) {
            calls.current.setDialog({ picture: selection.from });
            return true;
          }
          return false;
        },
        handleDoubleClickOn: (_view, _position, node, place) => {
          if (node.type.name !== "image") return false;
          calls.current.setDialog({ picture: place });
          return true;
        },
      },
      onCreate({ editor }) {
        editor.setOptions({
          editorProps: {
            ...editor.options.editorProps,
            clipboardSerializer: ownSerializer(editor.schema),
          },
        });
      },
      onUpdate({ editor, transaction }) {
        if (transaction.getMeta("history$")) calls.current.pictures.settle(editor);
        const typed = valueOfDocument(editor.getJSON());
        if (typed === shown.current) return;
        shown.current = typed;
        calls.current.onChange(typed);
      },
    };
  });
  const editor = useEditor(options);
  editorRef.current = editor;

  // Before the next key: a later effect would take a value that the writer has typed on from.
  useLayoutEffect(() => {
    if (editor === null || value === shown.current) return;
    shown.current = value;
    const changed = withValue(editor.state, value);
    if (changed !== null) editor.view.dispatch(changed);
  }, [editor, value]);

  const isInvalid = error !== undefined;
  useEffect(() => {
    if (isInvalid) editor?.view.dom.setAttribute("aria-invalid", "true");
    else editor?.view.dom.removeAttribute("aria-invalid");
  }, [editor, isInvalid]);

  const undescribed = useEditorState({
    editor,
    selector: ({ editor: now }) => (now === null ? [] : placesWithoutAlt(now)),
    equalityFn: (one, other) => one.join() === other?.join(),
  });
  const close = () => {
    setDialog(null);
    editor?.commands.focus();
  };
  const choosePicture = () => {
    const { selection, doc } = editor?.state ?? {};
    const isPicture = selection && doc?.nodeAt(selection.from)?.type.name === "image";
    setDialog(isPicture ? { picture: selection.from } : "pictures");
  };

  return (
    <Input.Wrapper
      label={field.label}
      labelElement="div"
      labelProps={{ id: labelId, onClick: () => editor?.commands.focus() }}
      description={note ?? field.help}
      error={error}
      withAsterisk={!field.optional}
    >
      <RichTextEditor
        editor={editor}
        labels={toolLabels}
        withTypographyStyles={false}
        withCodeHighlightStyles={false}
        className={classes.editor}
        {...(isInvalid && { "data-invalid": true })}
      >
        <RichTextTools
          editor={editor}
          label={field.label}
          toolbar={toolbar}
          onLink={() => setDialog("link")}
          onPicture={choosePicture}
        />
        <RichTextEditor.Content className={classes.paper} />
      </RichTextEditor>
      <Text id={helpId} size="xs" c="dimmed" mt={4}>
        “## ” begins a heading, “- ” a list, “&gt; ” a quote, and **stars** make words bold. Ctrl+K
        makes a link, Alt+F10 goes to the tools.
      </Text>
      <UploadList uploads={pictures.uploads} onDismiss={pictures.dismiss} />
      <div role="status">
        {said !== "" && (
          <Alert
            mt="xs"
            color="yellow"
            withCloseButton
            closeButtonLabel="Dismiss"
            onClose={() => setSaid("")}
          >
            {said}
          </Alert>
        )}
        {(undescribed?.length ?? 0) > 0 && (
          <Group gap="xs" mt="xs">
            <Text size="sm">
              {undescribed?.length === 1
                ? "1 picture has no alt text."
                : `${undescribed?.length} pictures have no alt text.`}
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => setDialog({ picture: undescribed?.[0] ?? 0 })}
            >
              {undescribed?.length === 1 ? "Describe it" : "Describe the first"}
            </Button>
          </Group>
        )}
      </div>
      {editor !== null && dialog === "link" && <LinkDialog editor={editor} onClose={close} />}
      {editor !== null && dialog === "pictures" && (
        <Suspense>
          <PictureChooser
            label={field.label}
            value=""
            opened
            onClose={close}
            onUse={(picture) => {
              arrived.current.set(picture.address, picture);
              onPicture?.(picture);
              const { address: src, alt } = picture;
              editor.chain().focus().insertContent({ type: "image", attrs: { src, alt } }).run();
              const place = alt === "" ? placeOf(editor, src) : null;
              setDialog(place === null ? null : { picture: place });
            }}
          />
        </Suspense>
      )}
      {editor !== null && typeof dialog === "object" && dialog !== null && (
        <PictureDialog
          key={dialog.picture}
          editor={editor}
          position={dialog.picture}
          onSaved={(src, alt) => describeInLibrary(arrived.current.get(src), alt)}
          onClose={close}
        />
      )}
    </Input.Wrapper>
  );
}

/** Place of the last picture with an address; null without one. */
function placeOf(editor: Editor, src: string): number | null {
  let place: number | null = null;
  editor.state.doc.descendants((node, position) => {
    if (node.type.name === "image" && node.attrs.src === src) place = position;
  });
  return place;
}

function placesWithoutAlt(editor: Editor): number[] {
  const places: number[] = [];
  editor.state.doc.descendants(({ type, attrs }, position) => {
    if (type.name === "image" && attrs.src !== "" && attrs.alt === "") places.push(position);
  });
  return places;
}

/** Gives a new picture its description also in the library, where other pages will look for it. */
function describeInLibrary(picture: PictureFile | undefined, alt: string): void {
  if (picture === undefined || picture.alt !== "" || alt === "") return;
  const { _id, focalX, focalY } = picture;
  // The text has the description already.
  describePicture(_id, { alt, focalX, focalY }).catch(() => {});
}
