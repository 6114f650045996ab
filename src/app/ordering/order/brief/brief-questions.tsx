import type { BriefView } from "#app/order-room/brief/brief-view.server.ts";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { Button } from "#app/ui/forms/button.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { BriefField } from "./brief-fields.tsx";
import orderBriefSheet from "./order-brief.css?sheet";
import saveScript from "./save-brief.ts?script";

interface BriefFormProps {
  brief: BriefView;
  accountId: string;
  /**
   * Sent by a form without a login, so that answers typed after the link has ended can be sent
   * again.
   */
  orderId?: string;
  form: ActionResult | undefined;
  /** REST call with which a script saves the answers while they are typed. */
  savePath?: string;
}

export function BriefForm({ brief, accountId, orderId, form, savePath }: BriefFormProps) {
  useSheet(orderBriefSheet);
  const hasFiles = brief.steps.some(({ questions }) =>
    questions.some(({ kind }) => kind === "files"),
  );
  return (
    <form
      method="post"
      className="brief__form"
      aria-label="Questions"
      noValidate
      {...(hasFiles && { encType: "multipart/form-data" })}
      data-save-brief={savePath}
    >
      <input type="hidden" name="accountId" value={accountId} />
      {orderId !== undefined && <input type="hidden" name="orderId" value={orderId} />}
      {brief.steps.map(({ title, questions }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a brief never change
        <section className="brief__step" key={index}>
          {title !== "" && <h2>{title}</h2>}
          {questions.map((question) =>
            question.kind === "note" ? (
              <div key={question.id}>
                <p>{question.question}</p>
                {question.help !== "" && <p className="text-field__hint">{question.help}</p>}
              </div>
            ) : (
              <BriefField key={question.id} question={question} form={form} />
            ),
          )}
        </section>
      ))}
      <div className="brief__send">
        {brief.isSent ? (
          <Button name="intent" value="send">
            Save the changes
          </Button>
        ) : (
          <>
            <Button name="intent" value="send">
              Send the answers
            </Button>
            <Button name="intent" value="save" variant="secondary">
              Save and continue later
            </Button>
          </>
        )}
        <p className="brief__saved" role="status" data-saved="" />
      </div>
      {savePath !== undefined && <script src={saveScript} defer />}
    </form>
  );
}

/** Says how many answers of a rejected form are wrong. */
export function attentionFor({ errors }: ActionResult): string {
  const count = Object.keys(errors).length;
  const answers = count === 1 ? "One answer needs" : `${count} answers need`;
  return `${answers} your attention. All others are saved.`;
}
