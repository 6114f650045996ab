import { Modal } from "@mantine/core";
import { useDraftForm } from "#app/admin/frame/forms/use-draft-form.ts";
import { useDialog } from "#app/admin/frame/forms/use-open-part.ts";
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
  /** Reference that is filled in. */
  reference?: string;
  /** The usual amount; any other amount needs a confirmation. */
  expectedAmount?: string;
  /** Latest day that can be chosen. If set, the form asks for a day and a reference. */
  today?: string;
  /** True where the payment leads to an invoice. */
  issuesInvoice?: boolean;
  formKey: string;
  hidden?: Readonly<Record<string, string>>;
}

/**
 * Explains the effect before the admin submits. The browser stores the typed values and the
 * idempotency key until the server has recorded the amount, so that a repeated submit has one
 * effect.
 */
export default function MoneyForm(props: MoneyFormProps) {
  const { intent, subject, isOffered, title, hidden } = props;
  const dialog = useDialog(moneyPart(intent, subject), isOffered);
  const { today = "", reference = "", formKey: key } = props;
  const draft = useDraftForm({
    key: `furrow-typed ${intent} ${subject}`,
    stored: { amount: props.amount, date: today, reference, key },
    base: centsFromAmount(props.amount),
    onSaved: dialog.closeIfOpen,
  });
  return (
    <Modal opened={dialog.isOpen} onClose={dialog.close} title={title} lockScroll={false} centered>
      <draft.Form method="post" aria-label={title} onSubmit={draft.onSubmit}>
        {Object.entries({ ...hidden, intent, key: draft.typed.values.key }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <MoneyFields
          {...props}
          draft={draft}
          onLeave={dialog.close}
          onDiscard={() => {
            draft.discard();
            dialog.closeIfOpen();
          }}
        />
      </draft.Form>
    </Modal>
  );
}
