import { lazy, Suspense, useEffect, useState } from "react";
import { useOpenPart } from "../forms/use-open-part.ts";
import { deliveryPart } from "./actions-for.ts";
import type { DeliveryFormProps } from "./delivery-form.tsx";

const DeliveryForm = lazy(() => import("./delivery-form.tsx"));

/** Loads the form when it is first opened, because most visits of an order do not need it. */
export function DeliveryDialog(props: DeliveryFormProps) {
  const { part } = useOpenPart();
  const [wasOpened, setWasOpened] = useState(false);
  useEffect(() => {
    if (part === deliveryPart) setWasOpened(true);
  }, [part]);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <DeliveryForm {...props} />
    </Suspense>
  );
}
