import { addressOf } from "../../seo/public-pages.ts";
import { useSite } from "../site-layout.tsx";
import { ButtonLink } from "../ui/forms/button.tsx";

/** A link to order the same plan again, or to the other plans when it is gone. */
export function OrderAgain({ planId }: { planId: string | undefined }) {
  const { site } = useSite();
  const path = planId === undefined ? addressOf(site, "pricing") : `/order-now/${planId}`;
  return <ButtonLink href={path}>Order again</ButtonLink>;
}
