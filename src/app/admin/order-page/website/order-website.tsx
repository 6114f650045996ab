import { lazy, Suspense } from "react";
import type { OrderWebsiteProps } from "./website-part.tsx";

/** Loaded on demand, because the script of the order page is close to its size limit. */
const WebsitePart = lazy(() => import("./website-part.tsx"));

export function OrderWebsite(props: OrderWebsiteProps) {
  return (
    <Suspense fallback={null}>
      <WebsitePart {...props} />
    </Suspense>
  );
}
