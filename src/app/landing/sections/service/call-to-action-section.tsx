import { FurrowLines } from "#app/ui/drawings/drawings.tsx";
import { ButtonLink } from "#app/ui/forms/button.tsx";
import type { CallToAction } from "#content/blocks/call-to-action.ts";

export function CallToActionSection({ callToAction }: { callToAction: CallToAction | undefined }) {
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
