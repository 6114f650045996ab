import type { About } from "../../../content/blocks/about.ts";
import type { Experience } from "../../../content/blocks/experience.ts";
import { PointList } from "./point-list.tsx";
import { SectionHeading } from "./section-heading.tsx";
import { SkillRow } from "./skill-row.tsx";

interface AboutWithBarsSectionProps {
  about: About | undefined;
  experience: Experience | undefined;
}

/** The about block of the service page, with three skill bars. */
export function AboutWithBarsSection({ about, experience }: AboutWithBarsSectionProps) {
  if (!about && !experience) return null;
  return (
    <section className="about-bars grid" id="about-sec">
      {about && (
        <div className="about-bars__about">
          <SectionHeading text={about.aboutText} heading={about.aboutHeading} />
          <p>{about.aboutDetails}</p>
          <PointList
            points={[
              about.pointOne,
              about.pointTwo,
              about.pointThree,
              about.pointFour,
              about.pointFive,
            ]}
          />
        </div>
      )}
      {experience && (
        <div className="about-bars__experience">
          <SectionHeading text={experience.experienceText} heading={experience.experienceHeading} />
          <p>{experience.experienceDetails}</p>
          <div className="about-bars__rows">
            <SkillRow text={experience.skillOneText} percent={experience.skillOneNumber} />
            <SkillRow text={experience.skillTwoText} percent={experience.skillTwoNumber} />
            <SkillRow text={experience.skillThreeText} percent={experience.skillThreeNumber} />
          </div>
        </div>
      )}
    </section>
  );
}
