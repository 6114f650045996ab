import { SavedFormNotice } from "#app/account/saved-form-notice.tsx";
import type { UnprocessedReason } from "#app/app-context.server.ts";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { Button } from "#app/ui/forms/button.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { answersIn } from "./brief-form.ts";
import orderBriefSheet from "./order-brief.css?sheet";

interface UnsavedAnswersProps {
  orderId: string;
  form: ActionResult;
  why: UnprocessedReason;
}

/** The form of a sender whose session or access has ended. Shows nothing but the typed answers. */
export function UnsavedAnswers({ orderId, form, why }: UnsavedAnswersProps) {
  useSheet(orderBriefSheet);
  const { intent = "save", ...values } = form.values;
  const button = intent === "send" ? "Send the answers" : "Save the answers";
  const typed = Object.values(answersIn(values).answers).filter((answer) => answer !== "");
  return (
    <div className="brief">
      <SavedFormNotice why={why} undone="saved" button={button} />
      <form method="post" action={`/my-order/${orderId}/brief`} className="brief__form">
        {Object.entries(values).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <ul className="brief__typed">
          {typed.map((answer) => (
            <li key={answer}>{answer}</li>
          ))}
        </ul>
        <Button name="intent" value={intent}>
          {button}
        </Button>
      </form>
    </div>
  );
}
