import plainStepsSheet from "#app/looks/plain-work-steps.css?sheet";
import { ContentIcon } from "#app/ui/drawings/icon.tsx";
import { useLook } from "#app/ui/look-context.ts";
import { Picture } from "#app/ui/pictures/picture.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { SectionTitles } from "#content/blocks/section-titles.ts";
import type { WorkStep } from "#content/blocks/work-steps.ts";
import { SectionHeading, useItemHeading } from "../headings.tsx";
import workStepsSheet from "./work-steps-section.css?sheet";

interface WorkStepsSectionProps {
  steps: readonly WorkStep[];
  titles: SectionTitles | undefined;
}

const seasons = ["spring", "summer", "autumn", "winter"];

/**
 * The steps as a field in four seasons. A season with longer days has a taller picture. Without
 * drawings, the steps have no pictures.
 */
export function WorkStepsSection({ steps, titles }: WorkStepsSectionProps) {
  const { hasDrawings } = useLook();
  useSheet(hasDrawings ? workStepsSheet : plainStepsSheet);
  const ItemTitle = useItemHeading();
  if (steps.length === 0) return null;
  return (
    <section className="steps grid" id="steps">
      {titles && <SectionHeading text={titles.stepsText} heading={titles.stepsHeading} />}
      <ol className={hasDrawings ? "steps__year" : "steps__list"}>
        {steps.map((step, index) => {
          const season = seasons[index % seasons.length];
          return (
            <li className={hasDrawings ? `step step--${season}` : "step"} key={step._id}>
              {hasDrawings && (
                <div className="step__picture">
                  <Picture
                    address={`/pictures/season-${season}.webp`}
                    sizes="(max-width: 40rem) 90vw, (max-width: 64rem) 45vw, 20rem"
                  />
                </div>
              )}
              <p className="step__number">{step.stepNumber}</p>
              <ItemTitle className="step__title">
                {step.stapIcon && <ContentIcon value={step.stapIcon} />}
                {step.stepTitle}
              </ItemTitle>
              <p className="step__details">{step.stepDetails}</p>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
