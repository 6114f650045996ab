import { Notice } from "../../ui/notice.tsx";
import type { MoneyQuestions } from "../order/money-questions.server.ts";

interface PaidNoticesProps {
  questions: MoneyQuestions;
  /** What is said of a payment that nobody asks anything about. */
  thanks: string;
}

/** That an order is paid; for one that was cancelled before, that this is not taken for wanted. */
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
