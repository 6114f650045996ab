import {
  Alert,
  Button,
  Fieldset,
  Group,
  Modal,
  NativeSelect,
  Stack,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { type ChangeEvent, useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { useOpenPart } from "#app/admin/forms/use-open-part.ts";
import { useTypedValues } from "#app/admin/forms/use-typed-values.ts";
import { emailSentence } from "#app/admin/mail/email-words.ts";
import { useSendsEmails } from "#app/admin/mail/use-sends-emails.ts";
import type { FormState } from "#app/ui/forms/form-state.ts";
import {
  longestDeliveryText,
  longestProof,
  longestUnit,
} from "#orders/room/deliveries/delivery-lengths.ts";
import { deliveryPart } from "../actions-for.ts";
import { FilesInput } from "../files/files-input.tsx";
import classes from "../order-page.module.css";
import { useUndoToast } from "../use-undo-toast.ts";
import type { DeliveriesInPanel } from "./delivery-panel.server.ts";

export interface DeliveryFormProps {
  orderId: string;
  /** Who gets the email; "" after the account was deleted. */
  recipient: string;
  deliveries: DeliveriesInPanel;
  /** False hides the dialog; it stays mounted, so that it can delete its unsaved text. */
  isOffered: boolean;
  /** Idempotency key, stored with the typed text until the delivery is made. */
  formKey: string;
}

type Answer = { readonly savedAt: number } | FormState;

const kinds = [
  { value: "link", label: "Link" },
  { value: "number", label: "Number" },
  { value: "text", label: "Text" },
  { value: "file", label: "File" },
  { value: "follows", label: "Follows later" },
];
const checkKind = { value: "check", label: "Fixed on the website" };

const valueLabels: Readonly<Record<string, string>> = {
  link: "Address of the proof",
  number: "Number",
  text: "Proof as text",
  follows: "When or why",
};

/** The form that delivers an order: a text, and a proof for each promised point. */
export default function DeliveryForm(props: DeliveryFormProps) {
  const sendsEmails = useSendsEmails();
  const { orderId, recipient, deliveries, isOffered, formKey } = props;
  const { nextNumber, promised, startValues, proofs } = deliveries;
  const offeredKinds = proofs.length > 0 ? [...kinds, checkKind] : kinds;
  const fetcher = useFetcher<Answer>();
  useUndoToast(fetcher.data);
  const { part, close } = useOpenPart();
  const stored = { ...startValues, key: formKey };
  const typed = useTypedValues(`furrow-typed delivery ${orderId}`, stored, nextNumber);
  const forget = () => {
    typed.settle(stored, nextNumber);
    if (part === deliveryPart) close();
  };
  const savedAt = fetcher.data && "savedAt" in fetcher.data ? fetcher.data.savedAt : undefined;
  const onSaved = useRef(forget);
  onSaved.current = forget;
  useEffect(() => {
    if (savedAt !== undefined) onSaved.current();
  }, [savedAt]);
  // Opens after the first render, so that the dialog returns the focus when it closes.
  const isMounted = useMounted();
  const form = fetcher.data && "errors" in fetcher.data ? fetcher.data : undefined;
  const isSaving = fetcher.state !== "idle";
  const title = nextNumber === 1 ? "Deliver the order" : `Send delivery ${nextNumber}`;
  const field = (name: string) => ({
    name,
    size: "md" as const,
    value: typed.values[name] ?? "",
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
      typed.setValue(name, event.currentTarget.value),
    error: form?.errors[name],
  });
  return (
    <Modal
      opened={isMounted && isOffered && part === deliveryPart}
      onClose={close}
      title={title}
      size="xl"
      lockScroll={false}
    >
      <fetcher.Form method="post" encType="multipart/form-data" aria-label={title}>
        <input type="hidden" name="intent" value="deliver" />
        <input type="hidden" name="number" value={nextNumber} />
        <input type="hidden" name="key" value={typed.values.key} />
        <Stack gap="md">
          {form?.notice && <Alert color="red">{form.notice}</Alert>}
          <Textarea
            label="What are you delivering?"
            description="The customer reads this text above the promised points."
            autosize
            minRows={3}
            maxRows={12}
            maxLength={longestDeliveryText}
            {...field("text")}
            data-autofocus
          />
          {promised.map(({ position, point }) => {
            const chosen = typed.values[`kind-${position}`] ?? "link";
            const kind = offeredKinds.some(({ value }) => value === chosen) ? chosen : "link";
            return (
              <Fieldset key={position} legend={`${position}. ${point}`} className={classes.proof}>
                <NativeSelect
                  label="Kind of proof"
                  data={offeredKinds}
                  {...field(`kind-${position}`)}
                  value={kind}
                />
                {kind === "check" && (
                  <NativeSelect
                    label="What was fixed"
                    data={[{ value: "", label: "Choose a finding" }, ...proofs]}
                    {...field(`value-${position}`)}
                  />
                )}
                {kind === "check" ? null : kind === "file" ? (
                  <FileProof
                    position={position}
                    kept={typed.values[`kept-${position}`] ?? ""}
                    keptName={typed.values[`name-${position}`] ?? ""}
                    error={form?.errors[`value-${position}`]}
                  />
                ) : (
                  <TextInput
                    label={valueLabels[kind]}
                    maxLength={longestProof}
                    autoComplete="off"
                    inputMode={kind === "link" ? "url" : kind === "number" ? "decimal" : "text"}
                    {...field(`value-${position}`)}
                  />
                )}
                {kind === "number" && (
                  <TextInput
                    label="Unit"
                    placeholder="pages"
                    maxLength={longestUnit}
                    {...field(`unit-${position}`)}
                  />
                )}
              </Fieldset>
            );
          })}
          <Text size="sm">
            The order becomes Delivered.{" "}
            {recipient === ""
              ? "No email is sent."
              : `${emailSentence(recipient, sendsEmails)} The customer can accept the delivery or ask for changes.`}
          </Text>
          <Group justify="flex-end" gap="xs">
            {typed.isChanged && (
              <Button
                variant="subtle"
                color="gray"
                size="md"
                mr="auto"
                disabled={isSaving}
                onClick={() => {
                  fetcher.reset();
                  forget();
                }}
              >
                Discard
              </Button>
            )}
            <Button variant="default" size="md" onClick={close}>
              Not now
            </Button>
            <Button type="submit" size="md" loading={isSaving}>
              Deliver the order
            </Button>
          </Group>
        </Stack>
      </fetcher.Form>
    </Modal>
  );
}

interface FileProofProps {
  position: number;
  /** Id and name of the file that proved the point in the last delivery; "" without one. */
  kept: string;
  keptName: string;
  error: string | undefined;
}

function FileProof({ position, kept, keptName, error }: FileProofProps) {
  return (
    <>
      <input type="hidden" name={`kept-${position}`} value={kept} />
      <FilesInput
        name={`file-${position}`}
        label="File"
        description={
          keptName === "" ? "At most 50 MB." : `Choose a file only to replace ${keptName}.`
        }
        error={error}
      />
    </>
  );
}
