import { Modal, Stack } from "@mantine/core";
import type { ReactNode } from "react";

interface EditorDialogProps {
  title: string;
  onSave: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** The form of a part of the text, such as a link, in a window above the text. */
export function EditorDialog({ title, onSave, onClose, children }: EditorDialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      // The text gets the focus back, with the words that were selected.
      returnFocus={false}
      lockScroll={false}
    >
      <form
        noValidate
        onSubmit={(event) => {
          // In React's tree, the dialog is inside the form of the record.
          event.stopPropagation();
          event.preventDefault();
          onSave();
        }}
      >
        <Stack>{children}</Stack>
      </form>
    </Modal>
  );
}
