import { Alert, Button, Group, List, Modal, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { useRevalidator } from "react-router";
import { noConnection, signedOut } from "#app/admin/frame/forms/saved-forms.ts";
import { ChooseFile } from "#app/admin/frame/ui/choose-file.tsx";
import { IconDownload } from "#app/ui/icons/icon-download.ts";
import { IconUpload } from "#app/ui/icons/icon-upload.ts";
import type { LookImport } from "#look/look-file/import-look.ts";

const path = "/api/look-file";

interface LookFilePartProps {
  /** True while the form has text that is not saved, which the file would not have. */
  isTyping: boolean;
  /** Called when the look of the file is the draft, which takes the place of what is typed. */
  onTaken: () => void;
}

/** The look as a file, for another site or for later. */
export function LookFilePart({ isTyping, onTaken }: LookFilePartProps) {
  const revalidator = useRevalidator();
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState("");
  const [notices, setNotices] = useState<readonly string[]>([]);
  /** A file that waits for the answer whether it may replace what is typed. */
  const [asked, setAsked] = useState<File | null>(null);
  async function take(file: File) {
    setSending(true);
    setFault("");
    setNotices([]);
    try {
      const taken = await send(file);
      setNotices(taken.notices);
      // Before the new draft arrives, because a form follows it only without unsaved text.
      onTaken();
      await revalidator.revalidate();
      const said =
        taken.changed.length === 0
          ? "The look is already that of the file."
          : "The look of the file is your draft. Visitors see it when you publish.";
      notifications.show({ message: said });
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    } finally {
      setSending(false);
    }
  }
  function choose(file: File | null) {
    if (file === null) return;
    if (isTyping) setAsked(file);
    else void take(file);
  }
  return (
    <>
      <Modal
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title="Replace what you have not saved?"
        lockScroll={false}
      >
        <Text size="sm">What you have not saved is replaced by the look of the file.</Text>
        <Group justify="flex-end" mt="md">
          <Button variant="default" mih={44} onClick={() => setAsked(null)}>
            Keep my changes
          </Button>
          <Button
            mih={44}
            onClick={() => {
              if (asked !== null) void take(asked);
              setAsked(null);
            }}
          >
            Take the look of the file
          </Button>
        </Group>
      </Modal>
      <Group gap="xs">
        <Button
          component="a"
          href={`${path}?draft`}
          download
          variant="default"
          mih={44}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Save the look as a file
        </Button>
        <ChooseFile accept=".json,application/json" onChange={choose}>
          {(button) => (
            <Button
              variant="default"
              mih={44}
              leftSection={<IconUpload size={16} aria-hidden />}
              loading={isSending}
              {...button}
            >
              Take a look from a file
            </Button>
          )}
        </ChooseFile>
      </Group>
      <Text size="sm" c="dimmed">
        {isTyping
          ? "The file has what is saved. Save the draft first, so that it has your changes."
          : "The file has colours, typefaces with your own fonts, shape and custom CSS. It has no texts."}
      </Text>
      {fault !== "" && (
        <Alert color="red" role="alert">
          {fault}
        </Alert>
      )}
      {notices.length > 0 && (
        <Alert color="yellow" title="The look was taken, except:">
          <List size="sm">
            {notices.map((notice) => (
              <List.Item key={notice}>{notice}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  );
}

async function send(file: File): Promise<LookImport> {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: file,
  }).catch(() => {
    throw new Error(noConnection());
  });
  const result = await answer.json().catch(() => null);
  if (answer.ok) return result;
  if (answer.status === 401) throw new Error(signedOut);
  throw new Error(result?.detail ?? "Something went wrong. Try again.");
}
