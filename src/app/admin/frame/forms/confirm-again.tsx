import { Button, Group, MantineProvider, Modal, PasswordInput, Stack, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { createRoot } from "react-dom/client";
import { adminTheme } from "../shell/admin-theme.ts";
import { noConnection } from "./saved-forms.ts";

/**
 * Asks for the password in a dialog. Resolves with true when the session has confirmed again, and
 * with false when the person closes the dialog.
 */
export function confirmAgain(): Promise<boolean> {
  const place = document.body.appendChild(document.createElement("div"));
  const root = createRoot(place);
  return new Promise((resolve) => {
    const close = (isConfirmed: boolean) => {
      resolve(isConfirmed);
      root.unmount();
      place.remove();
    };
    root.render(
      // The MantineProvider of the panel already sets the CSS variables and the colour scheme.
      <MantineProvider
        theme={adminTheme}
        withCssVariables={false}
        withGlobalClasses={false}
        getRootElement={() => undefined}
      >
        <ConfirmAgain onDone={close} />
      </MantineProvider>,
    );
  });
}

function ConfirmAgain({ onDone }: { onDone: (isConfirmed: boolean) => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);

  async function run(confirm: () => Promise<unknown>) {
    setSending(true);
    setProblem(null);
    try {
      await confirm();
      onDone(true);
    } catch (error) {
      setProblem(sentence(error as Error));
      setSending(false);
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // Keeps the submit event from handlers outside this dialog.
    event.stopPropagation();
    const proof = String(new FormData(event.currentTarget).get("proof"));
    void run(() => confirmWith(proof));
  }

  return (
    <Modal opened onClose={() => onDone(false)} title="Confirm that it is you" lockScroll={false}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text size="sm">
            You signed in more than ten minutes ago. Enter your password or a code to continue.
          </Text>
          <PasswordInput
            name="proof"
            label="Your password, or a code from your app"
            autoComplete="current-password"
            error={problem}
            data-autofocus
          />
          <Group justify="space-between" gap="xs">
            {hasPasskeys() ? (
              <Button
                variant="default"
                disabled={isSending}
                onClick={() => void run(confirmWithPasskey)}
              >
                Use a passkey
              </Button>
            ) : (
              <span />
            )}
            <Group gap="xs">
              <Button variant="subtle" onClick={() => onDone(false)}>
                Cancel
              </Button>
              <Button type="submit" loading={isSending}>
                Confirm
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

async function confirmWith(proof: string): Promise<void> {
  const isCode = /^\s*\d{3}\s?\d{3}\s*$/.test(proof);
  // A proof that is not a valid code can still be a password that consists of six digits.
  if (isCode && (await isAccepted({ code: proof }))) return;
  await send("", { password: proof });
}

async function isAccepted(body: object): Promise<boolean> {
  return send("", body).then(
    () => true,
    () => false,
  );
}

async function confirmWithPasskey(): Promise<void> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    (await send("/passkey-options", {})) as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  await send("/passkey", { response: credential.toJSON() });
}

async function send(path: string, body: object): Promise<unknown> {
  const answer = await fetch(`/api/auth/confirm${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const result = (await answer.json()) as { readonly detail?: string };
  if (!answer.ok) throw new Error(result.detail);
  return result;
}

function hasPasskeys(): boolean {
  return typeof window.PublicKeyCredential?.parseRequestOptionsFromJSON === "function";
}

function sentence({ name, message }: Error): string {
  if (name === "NotAllowedError") return "No passkey was used. Try again when you are ready.";
  return name === "TypeError" ? noConnection() : message;
}
