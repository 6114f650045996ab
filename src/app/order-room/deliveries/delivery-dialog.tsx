import { lazy, Suspense } from "react";
import { useWasOpened } from "#app/admin/frame/forms/use-was-opened.ts";
import { deliveryPart } from "../fragments.ts";
import type { DeliveryFormProps } from "./delivery-form.tsx";

const DeliveryForm = lazy(() => import("./delivery-form.tsx"));

export function DeliveryDialog(props: DeliveryFormProps) {
  if (!useWasOpened(deliveryPart)) return null;
  return (
    <Suspense fallback={null}>
      <DeliveryForm {...props} />
    </Suspense>
  );
}
