import { Modal } from "@mantine/core";
import { type PictureFile, pictureIdOf } from "../../../media/picture-file.ts";
import { PictureBrowser } from "./picture-browser.tsx";

interface PictureChooserProps {
  /** Of the field that a picture is chosen for. */
  label: string;
  value: string;
  opened: boolean;
  onClose: () => void;
  onUse: (picture: PictureFile) => void;
}

/** The library, to take one picture of it. */
export default function PictureChooser(props: PictureChooserProps) {
  const { label, value, opened, onClose, onUse } = props;
  return (
    // Its lock on scrolling would write a style sheet that the page's policy refuses.
    <Modal
      opened={opened}
      onClose={onClose}
      size="72rem"
      title={`Library: ${label}`}
      lockScroll={false}
    >
      <PictureBrowser selected={pictureIdOf(value)} onUse={onUse} />
    </Modal>
  );
}
