import { Modal } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import { useOpenPart } from "#app/admin/forms/use-open-part.ts";
import { useTypedValues } from "#app/admin/forms/use-typed-values.ts";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { centsFromAmount } from "#platform/money.ts";
import { moneyPart } from "../fragments.ts";
import { MoneyFields } from "./money-fields.tsx";

export interface MoneyFormProps {
  intent: "refund" | "outside-payment" | "outside-refund";
  /** Id of the order, or transaction id of the payment. */
  subject: string;
  /**
   * False closes and hides the dialog. The component stays mounted, so that it can delete its
   * unsaved text after a success.
   */
  isOffered: boolean;
  title: string;
  explanation: (amount: string) => string;
  submitLabel: (amount: string) => string;
  amount: string;
  /** The usual amount; any other amount needs a confirmation. */
  expectedAmount?: string;
  /** Latest day that can be chosen. If set, the form asks for a day and a reference. */
  today?: string;
  formKey: string;
  hidden?: Readonly<Record<string, string>>;
}

type Answer = { readonly savedAt: number } | ActionResult;

/**
 * Explains the effect before the admin submits. The browser stores the typed values and the
 * idempotency key until the server has recorded the amount, so that a repeated submit has one
 * effect.
 */
export default function MoneyForm(props: MoneyFormProps) {
  const { intent, subject, isOffered, title, hidden } = props;
  const fetcher = useFetcher<Answer>();
  const { part, close } = useOpenPart();
  const ownPart = moneyPart(intent, subject);
  const { today = "", formKey: key } = props;
  const stored = { amount: props.amount, date: today, reference: "", key };
  const base = centsFromAmount(props.amount);
  const typed = useTypedValues(`furrow-typed ${intent} ${subject}`, stored, base);
  const forget = () => {
    typed.settle(stored, base);
    if (part === ownPart) close();
  };
  const savedAt = fetcher.data && "savedAt" in fetcher.data ? fetcher.data.savedAt : undefined;
  const onSaved = useRef(forget);
  onSaved.current = forget;
  useEffect(() => {
    if (savedAt !== undefined) onSaved.current();
  }, [savedAt]);
  // Opens after the first render, so that the dialog returns the focus when it closes.
  const isMounted = useMounted();
  const isOpen = isMounted && isOffered && part === ownPart;
  return (
    <Modal opened={isOpen} onClose={close} title={title} lockScroll={false} centered>
      <fetcher.Form method="post" aria-label={title}>
        {Object.entries({ ...hidden, intent, key: typed.values.key }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <MoneyFields
          {...props}
          typed={typed}
          form={fetcher.data && "errors" in fetcher.data ? fetcher.data : undefined}
          isSaving={fetcher.state !== "idle"}
          onLeave={close}
          onDiscard={() => {
            fetcher.reset();
            forget();
          }}
        />
      </fetcher.Form>
    </Modal>
  );
}
