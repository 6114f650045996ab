import { lazy, Suspense } from "react";
import type { OrderWebsiteProps } from "./website-part.tsx";

/** A part of its own, because the page of an order is close to the limit of its script. */
const WebsitePart = lazy(() => import("./website-part.tsx"));

export function OrderWebsite(props: OrderWebsiteProps) {
  return (
    <Suspense fallback={null}>
      <WebsitePart {...props} />
    </Suspense>
  );
}
