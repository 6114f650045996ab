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
import { useEffect, useState } from "react";
import { useDraftForm } from "#app/admin/frame/forms/use-draft-form.ts";
import { useDialog } from "#app/admin/frame/forms/use-open-part.ts";
import type { useTypedValues, Values } from "#app/admin/frame/forms/use-typed-values.ts";
import { useUndoToast } from "#app/admin/frame/forms/use-undo-toast.ts";
import { emailSentence } from "#app/admin/messages/mail/email-words.ts";
import { useSendsEmails } from "#app/admin/messages/mail/use-sends-emails.ts";
import {
  longestDeliveryText,
  longestProof,
  longestUnit,
} from "#work/deliveries/delivery-lengths.ts";
import { FilesInput } from "../files/files-input.tsx";
import { deliveryPart } from "../fragments.ts";
import classes from "../order-room.module.css";
import type { WebsiteView } from "../website/website-part.server.ts";
import type { DeliveriesInPanel } from "./deliveries-part.server.ts";
import { shared, sharedKind } from "./shared-proof.ts";

export interface DeliveryFormProps {
  orderId: string;
  /** Who gets the email; "" after the account was deleted. */
  recipient: string;
  deliveries: DeliveriesInPanel;
  /** Fixed findings of the website that can prove a point. */
  proofs: WebsiteView["proofs"];
  /** False hides the dialog; it stays mounted, so that it can delete its unsaved text. */
  isOffered: boolean;
}

const kinds = [
  { value: "link", label: "Link" },
  { value: "number", label: "Number" },
  { value: "text", label: "Text" },
  { value: "file", label: "File" },
  { value: "follows", label: "Follows later" },
];
const checkKind = { value: "check", label: "Fixed on the website" };
const sharedKindOption = { value: sharedKind, label: "As above" };

/** The text of "All follow later", which can be changed before the delivery is sent. */
const allFollow = "We will send you the proofs of these points.";

const valueLabels: Readonly<Record<string, string | undefined>> = {
  link: "Address of the proof",
  number: "Number",
  text: "Proof as text",
  follows: "When or why",
};

/**
 * The form that delivers an order: a text, and the proof of the promised points. One proof counts
 * for all points until a point gets a proof of its own.
 */
export default function DeliveryForm(props: DeliveryFormProps) {
  const sendsEmails = useSendsEmails();
  const { orderId, recipient, deliveries, proofs, isOffered } = props;
  const { nextNumber, promised, startValues, formKey } = deliveries;
  const dialog = useDialog(deliveryPart, isOffered);
  const { Form, typed, result, isSaving, ...draft } = useDraftForm<Values>({
    key: `furrow-typed delivery ${orderId}`,
    // The idempotency key stays with the typed text until the delivery is made.
    stored: { ...startValues, key: formKey },
    base: nextNumber,
    onSaved: dialog.closeIfOpen,
  });
  useUndoToast("/total-orders", result);
  // The dialog closes as soon as the delivery is saved, not when the page has been read again.
  const savedAt = result?.savedAt;
  const [closedFor, setClosedFor] = useState<number>();
  useEffect(() => {
    if (!dialog.isOpen) setClosedFor(savedAt);
  }, [dialog.isOpen, savedAt]);
  const isOpen = dialog.isOpen && savedAt === closedFor;
  const title = useTitle(nextNumber, isOpen);
  const field = (name: string) => ({ size: "md" as const, ...draft.field(name) });
  const kindOf = (id: number | typeof shared) => typed.values[`kind-${id}`] ?? "link";
  const chooseForAll = (kind: string) =>
    Object.fromEntries(promised.map(({ position }) => [`kind-${position}`, kind]));
  const sharing = promised.filter(({ position }) => kindOf(position) === sharedKind);
  const isOneForAll = promised.length > 1 && sharing.length === promised.length;
  const proof = { typed, proofs, field, errors: result?.errors ?? {} };
  return (
    <Modal opened={isOpen} onClose={dialog.close} title={title} size="xl" lockScroll={false}>
      <Form
        method="post"
        encType="multipart/form-data"
        aria-label={title}
        onSubmit={draft.onSubmit}
      >
        <input type="hidden" name="intent" value="deliver" />
        <input type="hidden" name="number" value={nextNumber} />
        <input type="hidden" name="key" value={typed.values.key} />
        <Stack gap="md">
          {result?.notice && <Alert color="red">{result.notice}</Alert>}
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
          {promised.length > 1 && (
            <Group gap="xs">
              <Button
                variant="default"
                size="sm"
                onClick={() =>
                  typed.setValues({
                    ...chooseForAll(sharedKind),
                    [`kind-${shared}`]: "follows",
                    [`value-${shared}`]: allFollow,
                  })
                }
              >
                All follow later
              </Button>
              {isOneForAll ? (
                <Button
                  variant="default"
                  size="sm"
                  onClick={() => typed.setValues(chooseForAll("link"))}
                >
                  A proof for each point
                </Button>
              ) : (
                <Button
                  variant="default"
                  size="sm"
                  onClick={() => typed.setValues(chooseForAll(sharedKind))}
                >
                  One proof for all points
                </Button>
              )}
            </Group>
          )}
          {sharing.length > 0 && (
            <Fieldset
              legend={isOneForAll ? "Proof of all points" : "Proof of the points “As above”"}
              className={classes.proof}
            >
              <ProofFields id={shared} kinds={kinds} {...proof} />
            </Fieldset>
          )}
          {isOneForAll ? (
            <>
              <ol className={classes.promised}>
                {promised.map(({ position, point }) => (
                  <li key={position}>{point}</li>
                ))}
              </ol>
              {promised.map(({ position }) => (
                <input key={position} type="hidden" name={`kind-${position}`} value={sharedKind} />
              ))}
            </>
          ) : (
            promised.map(({ position, point }) => (
              <Fieldset key={position} legend={`${position}. ${point}`} className={classes.proof}>
                <ProofFields
                  id={position}
                  kinds={[
                    ...(promised.length > 1 ? [sharedKindOption] : []),
                    ...kinds,
                    ...(proofs.length > 0 ? [checkKind] : []),
                  ]}
                  {...proof}
                />
              </Fieldset>
            ))
          )}
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
                  draft.discard();
                  dialog.closeIfOpen();
                }}
              >
                Discard
              </Button>
            )}
            <Button variant="default" size="md" onClick={dialog.close}>
              Not now
            </Button>
            <Button type="submit" size="md" loading={isSaving}>
              Deliver the order
            </Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}

/** While the dialog closes, it keeps its title, although the order then has another delivery. */
function useTitle(nextNumber: number, isOpen: boolean): string {
  const title = nextNumber === 1 ? "Deliver the order" : `Send delivery ${nextNumber}`;
  const [shown, setShown] = useState(title);
  if (isOpen && shown !== title) setShown(title);
  return isOpen ? title : shown;
}

interface ProofFieldsProps {
  /** Position of the point; "all" for the proof of all points that have none of their own. */
  id: number | typeof shared;
  kinds: readonly { readonly value: string; readonly label: string }[];
  typed: ReturnType<typeof useTypedValues>;
  /** Fixed findings of the website that can prove a point. */
  proofs: WebsiteView["proofs"];
  field: (name: string) => object;
  errors: Readonly<Record<string, string | undefined>>;
}

function ProofFields({ id, kinds: offered, typed, proofs, field, errors }: ProofFieldsProps) {
  const chosen = typed.values[`kind-${id}`] ?? "link";
  const kind = offered.some(({ value }) => value === chosen) ? chosen : "link";
  return (
    <>
      <NativeSelect
        label="Kind of proof"
        data={[...offered]}
        {...field(`kind-${id}`)}
        value={kind}
      />
      {kind === "check" && (
        <NativeSelect
          label="What was fixed"
          data={[{ value: "", label: "Choose a finding" }, ...proofs]}
          {...field(`value-${id}`)}
        />
      )}
      {kind === "file" && (
        <FileProof
          id={id}
          kept={typed.values[`kept-${id}`] ?? ""}
          keptName={typed.values[`name-${id}`] ?? ""}
          error={errors[`value-${id}`]}
        />
      )}
      {valueLabels[kind] !== undefined && (
        <TextInput
          label={valueLabels[kind]}
          maxLength={longestProof}
          autoComplete="off"
          inputMode={kind === "link" ? "url" : kind === "number" ? "decimal" : "text"}
          {...field(`value-${id}`)}
        />
      )}
      {kind === "number" && (
        <TextInput
          label="Unit"
          placeholder="pages"
          maxLength={longestUnit}
          {...field(`unit-${id}`)}
        />
      )}
    </>
  );
}

interface FileProofProps {
  id: number | typeof shared;
  /** Id and name of the file that proved the point in the last delivery; "" without one. */
  kept: string;
  keptName: string;
  error: string | undefined;
}

function FileProof({ id, kept, keptName, error }: FileProofProps) {
  return (
    <>
      <input type="hidden" name={`kept-${id}`} value={kept} />
      <FilesInput
        name={`file-${id}`}
        label="File"
        description={
          keptName === "" ? "At most 50 MB." : `Choose a file only to replace ${keptName}.`
        }
        error={error}
      />
    </>
  );
}
