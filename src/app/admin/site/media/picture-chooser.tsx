import { Modal } from "@mantine/core";
import { type PictureFile, pictureIdOf } from "#media/picture-file.ts";
import { PictureBrowser } from "./picture-browser.tsx";

interface PictureChooserProps {
  label: string;
  value: string;
  opened: boolean;
  onClose: () => void;
  onUse: (picture: PictureFile) => void;
}

export default function PictureChooser(props: PictureChooserProps) {
  const { label, value, opened, onClose, onUse } = props;
  return (
    // Mantine's scroll lock adds a style element, which the Content-Security-Policy blocks.
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
