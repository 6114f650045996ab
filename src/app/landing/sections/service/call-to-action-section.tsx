import bandSheet from "#app/ui/band.css?sheet";
import { FurrowLines } from "#app/ui/drawings/drawings.tsx";
import { ButtonLink } from "#app/ui/forms/button.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { CallToAction } from "#content/blocks/call-to-action.ts";
import callToActionSheet from "./call-to-action-section.css?sheet";

interface CallToActionSectionProps {
  callToAction: Omit<CallToAction, "_id"> | undefined;
  id?: string;
  /** True to render an `<h1>`. */
  isTitle?: boolean | undefined;
}

export function CallToActionSection(props: CallToActionSectionProps) {
  const { callToAction, id = "call-to-action", isTitle } = props;
  useSheet(bandSheet, callToActionSheet);
  if (!callToAction) return null;
  const { heading, subHeading, buttonText, buttonLink } = callToAction;
  return (
    <section className="call-to-action band grid" id={id}>
      <FurrowLines />
      <div className="call-to-action__words">
        {isTitle ? <h1>{heading}</h1> : <h2>{heading}</h2>}
        {subHeading && <p>{subHeading}</p>}
      </div>
      {buttonText && buttonLink && (
        <div>
          <ButtonLink href={buttonLink}>{buttonText}</ButtonLink>
        </div>
      )}
    </section>
  );
}
