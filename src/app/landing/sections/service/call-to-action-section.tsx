import bandSheet from "#app/ui/band.css?sheet";
import { FurrowLines } from "#app/ui/drawings/drawings.tsx";
import { ButtonLink } from "#app/ui/forms/button.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { CallToAction } from "#content/blocks/call-to-action.ts";
import callToActionSheet from "./call-to-action-section.css?sheet";

export function CallToActionSection({ callToAction }: { callToAction: CallToAction | undefined }) {
  useSheet(bandSheet, callToActionSheet);
  if (!callToAction) return null;
  const { heading, subHeading, buttonText, buttonLink } = callToAction;
  return (
    <section className="call-to-action band grid" id="call-to-action">
      <FurrowLines />
      <div className="call-to-action__words">
        <h2>{heading}</h2>
        <p>{subHeading}</p>
      </div>
      {buttonText && buttonLink && (
        <div>
          <ButtonLink href={buttonLink}>{buttonText}</ButtonLink>
        </div>
      )}
    </section>
  );
}
