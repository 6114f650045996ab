import { Notice } from "#app/ui/notice.tsx";
import type { lookAgain } from "../look-again.ts";
import type { PlanView } from "./plan-view.server.ts";

interface ConfirmingAgreementProps {
  chargedBy: PlanView["chargedBy"];
  wait: ReturnType<typeof lookAgain>;
}

/** Said after the customer came back from agreeing, until the provider reports the agreement. */
export function ConfirmingAgreement({ chargedBy, wait }: ConfirmingAgreementProps) {
  return (
    <>
      {wait.refresh !== null && !wait.isLate && <meta httpEquiv="refresh" content={wait.refresh} />}
      <Notice tone="info">
        {wait.isLate
          ? `${chargedBy} has not confirmed your agreement yet, which can take some minutes. You need not agree again. Load this page later to see that it counts.`
          : `${chargedBy} is confirming your agreement. This page updates by itself, usually within seconds.`}
      </Notice>
    </>
  );
}
