import { Button, Group, TextInput } from "@mantine/core";
import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { target } from "#content/model/fields.ts";
import { isRichTextLink } from "#content/rich-text/rich-text.ts";
import TargetInput from "../target-input.tsx";
import { EditorDialog } from "./editor-dialog.tsx";

const leadsTo = target("Where the link leads");

interface LinkDialogProps {
  editor: Editor;
  onClose: () => void;
}

/** Links the selected words, or new words where nothing is selected, to a page or an address. */
export default function LinkDialog({ editor, onClose }: LinkDialogProps) {
  const present = String(editor.getAttributes("link").href ?? "");
  const hasWords = present !== "" || !editor.state.selection.empty;
  const [href, setHref] = useState(present);
  const [words, setWords] = useState("");
  const [error, setError] = useState<string>();
  const save = () => {
    const address = linkOf(href);
    if (address === null) {
      setError(
        href.trim() === ""
          ? "Choose a page or type an address."
          : "This is no address. Type a web address such as https://example.com, or a path on this site such as /pricing/.",
      );
      return;
    }
    if (hasWords) editor.chain().extendMarkRange("link").setLink({ href: address }).run();
    else {
      const marks = [{ type: "link", attrs: { href: address } }];
      editor.commands.insertContent({ type: "text", text: words.trim() || address, marks });
    }
    onClose();
  };
  return (
    <EditorDialog title="Link" onSave={save} onClose={onClose}>
      {!hasWords && (
        <TextInput
          label="Words of the link"
          data-autofocus
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
      )}
      <TargetInput
        name="link"
        field={leadsTo}
        value={href}
        error={error}
        onChange={(value) => {
          setHref(value);
          setError(undefined);
        }}
        onPicture={undefined}
      />
      <Group>
        <Button type="submit">{present === "" ? "Add link" : "Change link"}</Button>
        {present !== "" && (
          <Button
            variant="subtle"
            color="red"
            onClick={() => {
              editor.chain().extendMarkRange("link").unsetLink().run();
              onClose();
            }}
          >
            Remove link
          </Button>
        )}
      </Group>
    </EditorDialog>
  );
}

/** The address that was typed, also without "https://"; null for a text that is no address. */
function linkOf(typed: string): string | null {
  const address = typed.trim();
  if (isRichTextLink(address)) return address;
  const isHost = /^[\w-]+(\.[\w-]+)+([/?#].*)?$/.test(address);
  return isHost && isRichTextLink(`https://${address}`) ? `https://${address}` : null;
}
