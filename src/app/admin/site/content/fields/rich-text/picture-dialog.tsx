import { Button, Group, Image, Textarea, TextInput } from "@mantine/core";
import type { Editor } from "@tiptap/core";
import { Selection } from "@tiptap/pm/state";
import { useState } from "react";
import { longestPictureText } from "#content/rich-text/rich-text.ts";
import { EditorDialog } from "./editor-dialog.tsx";

interface PictureDialogProps {
  editor: Editor;
  /** Place of the picture in the document. */
  position: number;
  onSaved: (src: string, alt: string) => void;
  onClose: () => void;
}

/** Alt text and caption of a picture in the text. */
export default function PictureDialog({ editor, position, onSaved, onClose }: PictureDialogProps) {
  const attrs = editor.state.doc.nodeAt(position)?.attrs ?? {};
  const src = String(attrs.src ?? "");
  const [alt, setAlt] = useState(String(attrs.alt ?? ""));
  const [caption, setCaption] = useState(String(attrs.caption ?? ""));
  /** False when the text has changed and the place holds something else, such as another picture. */
  const isThere = () => {
    const node = editor.state.doc.nodeAt(position);
    return node?.type.name === "image" && node.attrs.src === src;
  };
  const save = () => {
    const { tr } = editor.state;
    if (isThere()) {
      tr.setNodeMarkup(position, null, { ...attrs, alt: alt.trim(), caption: caption.trim() });
      // After the picture, so that the next letter does not replace it.
      editor.view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(position + 1))));
      onSaved(src, alt.trim());
    }
    onClose();
  };
  return (
    <EditorDialog title="Picture" onSave={save} onClose={onClose}>
      <Image src={src} alt="" mah={200} fit="contain" />
      <Textarea
        label="Alt text"
        description="Describe the picture for people who cannot see it. Leave it empty if the picture is decorative."
        autosize
        data-autofocus
        maxLength={longestPictureText.alt}
        value={alt}
        onChange={({ currentTarget }) => setAlt(currentTarget.value)}
      />
      <TextInput
        label="Caption"
        description="Shown below the picture."
        maxLength={longestPictureText.caption}
        value={caption}
        onChange={({ currentTarget }) => setCaption(currentTarget.value)}
      />
      <Group>
        <Button type="submit">Save</Button>
        <Button
          variant="subtle"
          color="red"
          onClick={() => {
            const { tr } = editor.state;
            if (isThere()) editor.view.dispatch(tr.delete(position, position + 1));
            onClose();
          }}
        >
          Remove picture
        </Button>
      </Group>
    </EditorDialog>
  );
}
