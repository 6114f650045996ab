import { addressOf } from "../../seo/public-pages.ts";
import { useSite } from "../site-layout.tsx";
import { ButtonLink } from "../ui/forms/button.tsx";

/** To the same plan once more; where that is gone since, to the others. */
export function OrderAgain({ planId }: { planId: string | undefined }) {
  const { site } = useSite();
  const path = planId === undefined ? addressOf(site, "pricing") : `/order-now/${planId}`;
  return <ButtonLink href={path}>Order again</ButtonLink>;
}
