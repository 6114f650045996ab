import { lazy, Suspense } from "react";
import type { OrderWebsiteProps } from "./panel-website.tsx";

/** Loaded on demand, because the script of the order page is close to its size limit. */
const WebsitePart = lazy(() => import("./panel-website.tsx"));

export function OrderWebsite(props: OrderWebsiteProps) {
  return (
    <Suspense fallback={null}>
      <WebsitePart {...props} />
    </Suspense>
  );
}
