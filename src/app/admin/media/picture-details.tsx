import {
  Alert,
  Anchor,
  Button,
  CloseButton,
  Group,
  List,
  Stack,
  Text,
  Textarea,
  Title,
} from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { PictureFile, PictureFileWithUses } from "../../../media/picture-file.ts";
import { SavedTyping } from "../forms/saved-typing.ts";
import { DeletePicture } from "./delete-picture.tsx";
import { FocalPoint } from "./focal-point.tsx";
import { type Description, describePicture } from "./media-calls.ts";
import classes from "./picture-details.module.css";
import { ReplacePicture } from "./replace-picture.tsx";

/**
 * Unsaved changes of a picture: they survive selecting another picture, closing the dialog and a
 * reload.
 */
function keptDescription(id: string): Description | undefined {
  const kept = typingOf(id).find();
  if (kept === null) return undefined;
  const { alt = "", focalX, focalY } = kept.values;
  return { alt, focalX: Number(focalX), focalY: Number(focalY) };
}

function keepDescription(id: string, { alt, focalX, focalY }: Description): void {
  const values = { alt, focalX: String(focalX), focalY: String(focalY) };
  typingOf(id).keep({ values, base: null, at: Date.now() });
}

function forgetDescription(id: string): void {
  const typing = typingOf(id);
  // `forget` deletes another tab's text only after `find`.
  typing.find();
  typing.forget();
}

const typingOf = (id: string) => new SavedTyping(`furrow-typed picture ${id}`);

interface PictureDetailsProps {
  picture: PictureFileWithUses;
  onChange: (picture: PictureFile) => void;
  onDelete: (picture: PictureFile) => void;
  onRestore: () => void;
  onClose: () => void;
  /** Omitted outside of a picture field. */
  onUse?: ((picture: PictureFile) => void) | undefined;
}

/** Details and actions of one picture. */
export function PictureDetails(props: PictureDetailsProps) {
  const { picture, onChange, onDelete, onRestore, onClose, onUse } = props;
  const [{ alt, focalX, focalY }, setDescription] = useState<Description>(
    keptDescription(picture._id) ?? picture,
  );
  const [fault, setFault] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const isChanged = alt !== picture.alt || focalX !== picture.focalX || focalY !== picture.focalY;

  function change(part: Partial<Description>) {
    const changed = { alt, focalX, focalY, ...part };
    setDescription(changed);
    keepDescription(picture._id, changed);
  }

  async function save(): Promise<PictureFile | undefined> {
    if (!isChanged) return picture;
    setIsSaving(true);
    setFault(null);
    try {
      const saved = await describePicture(picture._id, { alt, focalX, focalY });
      forgetDescription(picture._id);
      setDescription(saved);
      onChange(saved);
      notifications.show({ message: "Picture is Updated" });
      return saved;
    } catch (error) {
      setFault((error as Error).message);
    } finally {
      setIsSaving(false);
    }
  }

  async function use() {
    const saved = await save();
    if (saved !== undefined) onUse?.(saved);
  }

  const pane = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone the details are above the list; scrolls up to them.
    if ((pane.current?.getBoundingClientRect().top ?? 0) < 0) pane.current?.scrollIntoView();
  }, []);

  return (
    <Stack
      gap="md"
      component="section"
      ref={pane}
      className={classes.pane}
      aria-label={picture.name}
    >
      <Group justify="space-between" wrap="nowrap" align="start">
        <div>
          <Title order={2} size="h4" style={{ overflowWrap: "anywhere" }}>
            {picture.name}
          </Title>
          <Text size="sm" c="dimmed">
            {picture.width} × {picture.height} pixels, uploaded by {picture.uploadedBy}
          </Text>
        </div>
        <CloseButton onClick={onClose} aria-label="Close" />
      </Group>
      {onUse && (
        // On top, so that it is found without scrolling.
        <Button onClick={use} loading={isSaving} style={{ flexShrink: 0 }}>
          Use this picture
        </Button>
      )}
      {picture.state === "failed" && (
        <Alert color="yellow">
          Its smaller sizes could not be created. Replace it with another file.
        </Alert>
      )}
      <FocalPoint
        picture={picture}
        x={focalX}
        y={focalY}
        onChange={(x, y) => change({ focalX: x, focalY: y })}
      />
      <Textarea
        label="Alt text"
        description="Describe the picture for people who cannot see it. Leave it empty if the picture is decorative."
        autosize
        maxLength={300}
        value={alt}
        onChange={(event) => change({ alt: event.currentTarget.value })}
      />
      {isChanged && (
        <Text size="sm" c="dimmed" role="status">
          Not saved yet; kept in this browser.
        </Text>
      )}
      <Uses picture={picture} />
      {fault && <Alert color="red">{fault}</Alert>}
      <Group gap="xs">
        <Button
          variant={onUse ? "default" : "filled"}
          onClick={save}
          disabled={!isChanged}
          loading={isSaving}
        >
          Save
        </Button>
        <ReplacePicture picture={picture} onReplaced={onChange} />
        <DeletePicture picture={picture} onDeleted={onDelete} onRestored={onRestore} />
      </Group>
    </Stack>
  );
}

function Uses({ picture: { address, uses } }: { picture: PictureFileWithUses }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        Where it is used
      </Text>
      {uses.length === 0 && (
        <Text size="sm" c="dimmed">
          Nowhere yet.
        </Text>
      )}
      <List size="sm">
        {uses.map(({ place, record, field, screen, isInTrash }) => (
          <List.Item key={`${screen} ${record} ${field}`}>
            <Anchor component={Link} to={screen} size="sm">
              {[place, record, field, isInTrash && "in the trash"].filter(Boolean).join(" · ")}
            </Anchor>
          </List.Item>
        ))}
      </List>
      <Text size="sm" c="dimmed" mt={4}>
        Address: <code>{address}</code>
      </Text>
    </div>
  );
}
