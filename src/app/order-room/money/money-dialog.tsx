import { lazy, Suspense } from "react";
import { useWasOpened } from "#app/admin/frame/forms/use-was-opened.ts";
import { moneyPart } from "../fragments.ts";
import type { MoneyFormProps } from "./money-form.tsx";

const MoneyForm = lazy(() => import("./money-form.tsx"));

export function MoneyDialog(props: MoneyFormProps) {
  if (!useWasOpened(moneyPart(props.intent, props.subject))) return null;
  return (
    <Suspense fallback={null}>
      <MoneyForm {...props} />
    </Suspense>
  );
}
