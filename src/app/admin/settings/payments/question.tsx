import { Alert, Button, Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { usePaymentForm } from "./use-payment-form.ts";

interface QuestionProps {
  intent: "disconnect" | "switch";
  /** The hidden field that says what is changed. */
  field: readonly [name: "id" | "mode", value: string];
  yes: string;
  no: string;
  color?: string;
  children: ReactNode;
  onClose: () => void;
}

/** Asks before a change. Escape answers no. */
export function Question({ intent, field, yes, no, color, children, onClose }: QuestionProps) {
  const { fetcher, result, isSending } = usePaymentForm(onClose);
  const [name, value] = field;
  return (
    <fetcher.Form
      method="post"
      onKeyDown={({ key }) => {
        if (key === "Escape" && !isSending) onClose();
      }}
    >
      <input type="hidden" name={name} value={value} />
      <Stack gap="sm">
        {children}
        {result?.notice && <Alert color="red">{result.notice}</Alert>}
        <Group gap="sm">
          <Button type="submit" name="intent" value={intent} loading={isSending} color={color}>
            {yes}
          </Button>
          <Button variant="default" onClick={onClose} disabled={isSending} data-autofocus>
            {no}
          </Button>
        </Group>
      </Stack>
    </fetcher.Form>
  );
}
