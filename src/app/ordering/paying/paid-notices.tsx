import { Notice } from "../../ui/notice.tsx";
import type { MoneyQuestions } from "../order/money-questions.server.ts";

interface PaidNoticesProps {
  questions: MoneyQuestions;
  /** Text for a payment without open questions. */
  thanks: string;
}

/** Toasts that an order is paid, also after it was cancelled. */
export function PaidNotices({ questions, thanks }: PaidNoticesProps) {
  const { afterCancelling, tooOften } = questions;
  return (
    <>
      {afterCancelling ? (
        <Notice tone="info">{afterCancelling}</Notice>
      ) : (
        <Notice tone="success">{thanks}</Notice>
      )}
      {tooOften && <Notice tone="info">{tooOften}</Notice>}
    </>
  );
}
