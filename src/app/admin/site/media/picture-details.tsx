import {
  Alert,
  Anchor,
  AspectRatio,
  Button,
  CloseButton,
  Group,
  Image,
  List,
  Popover,
  Stack,
  Text,
  Textarea,
  Title,
  UnstyledButton,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { SavedTyping } from "#app/admin/frame/forms/use-typed-values.ts";
import { ChooseFile } from "#app/admin/frame/ui/choose-file.tsx";
import { notifyWithUndo } from "#app/admin/frame/ui/notify-with-undo.tsx";
import {
  type PictureFile,
  type PictureFileWithUses,
  placesOf,
  variantAddress,
} from "#media/picture-file.ts";
import { trashDays } from "#platform/time/trash-retention.ts";
import {
  type Description,
  deletePicture,
  describePicture,
  putFileBack,
  restorePicture,
} from "./media-calls.ts";
import classes from "./picture-details.module.css";
import { pictureTypes, UploadList, useUploads } from "./uploads.tsx";

/**
 * Unsaved changes of a picture are in the browser's storage, so that they survive selecting another
 * picture, closing the dialog and a reload.
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
  // Without `find`, `forget` would not delete an entry that another tab has written.
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
  /** Set only when the admin chooses a picture for a field. */
  onUse?: ((picture: PictureFile) => void) | undefined;
}

export default function PictureDetails(props: PictureDetailsProps) {
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
    // On a phone the details are above the pictures, so the screen must scroll up to show the
    // details.
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
        // The button stands above the details, so that the admin does not have to scroll to the
        // button.
        <Button onClick={use} loading={isSaving} style={{ flexShrink: 0 }}>
          Use this picture
        </Button>
      )}
      {picture.state === "failed" && (
        <Alert color="yellow">
          The smaller sizes of this picture could not be created. Replace it with another file.
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
        Web address: <code>{address}</code>
      </Text>
    </div>
  );
}

interface FocalPointProps {
  picture: PictureFile;
  x: number;
  y: number;
  onChange: (x: number, y: number) => void;
}

const step = 0.05;
const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};

/** The small pictures under the picture show the crops around the focal point. */
function FocalPoint({ picture, x, y, onChange }: FocalPointProps) {
  const source = variantAddress(picture, { width: picture.width, format: "webp" });
  const percent = (share: number) => `${Math.round(share * 100)}%`;
  const position = `${percent(x)} ${percent(y)}`;
  function chooseByPointer(event: MouseEvent<HTMLElement>) {
    // A click by keyboard (`detail` is 0) has no position on the picture.
    if (event.detail === 0) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    onChange(within((event.clientX - left) / width), within((event.clientY - top) / height));
  }
  function chooseByKey(event: KeyboardEvent) {
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    onChange(within(x + move[0]), within(y + move[1]));
  }
  return (
    <div>
      <Text size="sm" fw={600}>
        Focal point
      </Text>
      <Text size="xs" c="dimmed" mb={6}>
        Click the part that must stay visible when the picture is cropped, or move the point with
        the arrow keys.
      </Text>
      <UnstyledButton
        className={classes.picture}
        onClick={chooseByPointer}
        onKeyDown={chooseByKey}
        aria-label={`Focal point: ${percent(x)} from the left, ${percent(y)} from the top`}
      >
        <img src={source} alt="" width={picture.width} height={picture.height} />
        <span className={classes.point} style={{ left: percent(x), top: percent(y) }} />
      </UnstyledButton>
      <Group gap="xs" mt="xs" grow preventGrowOverflow={false} align="start" wrap="nowrap">
        {[16 / 7, 1, 4 / 5].map((ratio) => (
          <AspectRatio key={ratio} ratio={ratio}>
            <Image src={source} alt="" style={{ objectPosition: position }} radius="sm" />
          </AspectRatio>
        ))}
      </Group>
    </div>
  );
}

function within(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 100) / 100;
}

interface DeletePictureProps {
  picture: PictureFileWithUses;
  onDeleted: (picture: PictureFile) => void;
  /** Called after "Undo" in the toast, even when this component is unmounted. */
  onRestored: () => void;
}

/** A picture in use cannot be deleted. */
function DeletePicture({ picture, onDeleted, onRestored }: DeletePictureProps) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const [fault, setFault] = useState<string | null>(null);
  const places = placesOf(picture.uses.filter(({ isInTrash }) => !isInTrash));
  const isUsed = places !== "";
  const inTrash = placesOf(picture.uses.filter((use) => use.isInTrash));

  async function remove() {
    try {
      await deletePicture(picture._id);
    } catch (error) {
      setFault((error as Error).message);
      return;
    }
    close();
    onDeleted(picture);
    notifyWithUndo("Picture is Deleted", undo);
  }

  async function undo() {
    try {
      await restorePicture(picture._id);
      onRestored();
    } catch (error) {
      notifications.show({ color: "red", message: (error as Error).message });
    }
  }

  return (
    <Popover
      opened={opened}
      onDismiss={close}
      trapFocus
      returnFocus
      withArrow
      shadow="md"
      width={260}
    >
      <Popover.Target>
        <Button variant="subtle" color="red" onClick={toggle}>
          Delete
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm" mb="xs">
          {fault ??
            (isUsed
              ? `This picture is used in ${places}. Choose another picture there before you delete this one.`
              : `Delete this picture? You can restore it from the trash for ${trashDays} days.`)}
          {!isUsed &&
            inTrash !== "" &&
            ` Content in the trash uses this picture: ${inTrash}. If you restore that content, its picture will be missing.`}
        </Text>
        <Group gap="xs">
          <Button size="xs" color="red" onClick={remove} disabled={isUsed}>
            Delete picture
          </Button>
          <Button size="xs" variant="default" onClick={close}>
            Keep picture
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ReplacePictureProps {
  picture: PictureFileWithUses;
  /**
   * Called after a replacement, and after "Undo" in the toast, even when this component is
   * unmounted.
   */
  onReplaced: (picture: PictureFile) => void;
}

/**
 * Lists the uses of the picture before a replacement, because the site shows the new file at once.
 */
function ReplacePicture({ picture, onReplaced }: ReplacePictureProps) {
  const [asksAbout, setAsksAbout] = useState<File | null>(null);
  const { uploads, add, dismiss, dismissFailed } = useUploads((replaced) => {
    onReplaced(replaced);
    if (replaced.version === picture.version) {
      notifications.show({ message: "This is the same file, so nothing was replaced" });
    } else notifyWithUndo("Picture is Replaced", undo);
  }, picture._id);
  const places = placesOf(picture.uses.filter(({ isInTrash }) => !isInTrash));

  async function undo() {
    try {
      onReplaced(await putFileBack(picture._id, picture.version));
      notifications.show({ message: "The previous picture was restored" });
    } catch (error) {
      notifications.show({ color: "red", message: (error as Error).message });
    }
  }

  const close = () => setAsksAbout(null);
  const replace = (file: File) => {
    close();
    dismissFailed();
    add([file]);
  };
  return (
    <>
      <Popover
        opened={asksAbout !== null}
        onDismiss={close}
        trapFocus
        withArrow
        shadow="md"
        width={280}
        // Mantine would give the group the ARIA attributes of a button, but the group is no button.
        withRoles={false}
      >
        <Popover.Target>
          {/* A group, because ChooseFile has no ref that Popover.Target could use. */}
          <Group>
            <ChooseFile
              accept={pictureTypes}
              onChange={(file) => {
                if (file === null) return;
                if (places === "") replace(file);
                else setAsksAbout(file);
              }}
            >
              {(button) => (
                <Button variant="default" {...button}>
                  Replace file
                </Button>
              )}
            </ChooseFile>
          </Group>
        </Popover.Target>
        <Popover.Dropdown role="dialog" aria-label="Replace picture">
          <Text size="sm" mb="xs" style={{ overflowWrap: "anywhere" }}>
            Replace this picture with {asksAbout?.name}? It is used in {places}, and visitors will
            see the new picture at once. You can restore the current file for {trashDays} days.
          </Text>
          <Group gap="xs">
            <Button size="xs" onClick={() => asksAbout && replace(asksAbout)}>
              Replace picture
            </Button>
            <Button size="xs" variant="default" onClick={close}>
              Cancel
            </Button>
          </Group>
        </Popover.Dropdown>
      </Popover>
      {uploads.length > 0 && <UploadList uploads={uploads} onDismiss={dismiss} />}
    </>
  );
}
