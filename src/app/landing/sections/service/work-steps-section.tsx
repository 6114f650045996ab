import { ContentIcon } from "#app/ui/drawings/icon.tsx";
import { Picture } from "#app/ui/pictures/picture.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { SectionTitles } from "#content/blocks/section-titles.ts";
import type { WorkStep } from "#content/blocks/work-steps.ts";
import { SectionHeading } from "../headings.tsx";
import workStepsSheet from "./work-steps-section.css?sheet";

interface WorkStepsSectionProps {
  steps: readonly WorkStep[];
  titles: SectionTitles | undefined;
}

const seasons = ["spring", "summer", "autumn", "winter"];

/** The steps as a field in four seasons. A season with longer days has a taller picture. */
export function WorkStepsSection({ steps, titles }: WorkStepsSectionProps) {
  useSheet(workStepsSheet);
  if (steps.length === 0) return null;
  return (
    <section className="steps grid" id="steps">
      {titles && <SectionHeading text={titles.stepsText} heading={titles.stepsHeading} />}
      <ol className="steps__year">
        {steps.map((step, index) => {
          const season = seasons[index % seasons.length];
          return (
            <li className={`step step--${season}`} key={step._id}>
              <div className="step__picture">
                <Picture
                  address={`/pictures/season-${season}.webp`}
                  sizes="(max-width: 40rem) 90vw, (max-width: 64rem) 45vw, 20rem"
                />
              </div>
              <p className="step__number">{step.stepNumber}</p>
              <h3 className="step__title">
                {step.stapIcon && <ContentIcon value={step.stapIcon} />}
                {step.stepTitle}
              </h3>
              <p className="step__details">{step.stepDetails}</p>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
