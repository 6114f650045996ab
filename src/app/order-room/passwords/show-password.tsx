import { Alert, Button, CopyButton, Group, Modal, Stack, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { useConfirmAgain } from "#app/admin/frame/forms/use-confirm-again.ts";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import type { PasswordView } from "./passwords-part.server.ts";

interface ShowPasswordProps {
  password: PasswordView;
  onClose: () => void;
}

/** Long enough to type a password into another window. */
const shownMs = 2 * 60_000;

/**
 * Asks before it shows a password. Only the state of this dialog contains the password, so closing
 * the dialog removes the password from the page.
 */
export default function ShowPassword({ password, onClose }: ShowPasswordProps) {
  const fetcher = useFetcher<ActionResult<{ readonly shownPassword: string }>>();
  const shown = fetcher.data?.data?.shownPassword;
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (shown === undefined) return;
    const timer = setTimeout(() => close.current(), shownMs);
    return () => clearTimeout(timer);
  }, [shown]);
  const form = useRef<HTMLFormElement>(null);
  useConfirmAgain(fetcher.data, () => form.current?.requestSubmit());
  const { id, label } = password;
  return (
    <Modal opened onClose={onClose} title={`Password for ${label}`} lockScroll={false}>
      {shown === undefined ? (
        <fetcher.Form method="post" ref={form}>
          <input type="hidden" name="intent" value="show-password" />
          <input type="hidden" name="passwordId" value={id} />
          <input type="hidden" name="confirmed" value="yes" />
          <Stack gap="md">
            {fetcher.data?.notice && <Alert color="red">{fetcher.data.notice}</Alert>}
            <Text size="sm">
              The customer will see that somebody has looked at this password, and when. The audit
              log will name you.
            </Text>
            <Group justify="flex-end" gap="xs">
              <Button variant="subtle" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={fetcher.state !== "idle"} data-autofocus>
                Show the password
              </Button>
            </Group>
          </Stack>
        </fetcher.Form>
      ) : (
        <Stack gap="md">
          <Text
            component="code"
            size="lg"
            ff="monospace"
            style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}
          >
            {shown}
          </Text>
          <Text size="sm" c="dimmed">
            This dialog closes after two minutes.
          </Text>
          <Group justify="flex-end" gap="xs">
            <CopyButton value={shown}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? "Copied" : "Copy"}
                </Button>
              )}
            </CopyButton>
            <Button onClick={onClose} data-autofocus>
              Close
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
