import plainAboutSheet from "#app/looks/plain-about.css?sheet";
import plainPointsSheet from "#app/looks/plain-points.css?sheet";
import { Bed, GroundLine } from "#app/ui/drawings/drawings.tsx";
import { Icon } from "#app/ui/drawings/icon.tsx";
import { useLook } from "#app/ui/look-context.ts";
import { Picture } from "#app/ui/pictures/picture.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { About } from "#content/blocks/about.ts";
import type { Experience } from "#content/blocks/experience.ts";
import { SectionHeading } from "../headings.tsx";
import aboutSheet from "./about-section.css?sheet";
import pointListSheet from "./point-list.css?sheet";

/** The about section of the landing page, drawn below ground: the points hang from a root. */
export function AboutSection({ about }: { about: About | undefined }) {
  useAboutSheets();
  if (!about) return null;
  return (
    <section className="about" id="about-sec">
      <GroundLine ground="soil" sprouts />
      <div className="about__ground grid">
        <div className="about__picture">
          <Picture address={about.aboutImgOne} sizes="(max-width: 60rem) 100vw, 42vw" />
        </div>
        <div className="about__words">
          <SectionHeading text={about.aboutText} heading={about.aboutHeading} />
          <p className="about__details">{about.aboutDetails}</p>
          <AboutPoints about={about} />
        </div>
      </div>
      <GroundLine ground="paper" />
    </section>
  );
}

function useAboutSheets(): void {
  const { hasDrawings } = useLook();
  useSheet(aboutSheet, ...(hasDrawings ? [] : [plainAboutSheet]));
}

interface AboutWithBarsSectionProps {
  about: About | undefined;
  experience: Experience | undefined;
}

export function AboutWithBarsSection({ about, experience }: AboutWithBarsSectionProps) {
  useAboutSheets();
  if (!about && !experience) return null;
  return (
    <section className="about-bars grid" id="about-sec">
      {about && (
        <div className="about-bars__about">
          <SectionHeading text={about.aboutText} heading={about.aboutHeading} />
          <p>{about.aboutDetails}</p>
          <AboutPoints about={about} />
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

function SkillRow({ text, percent }: { text: string; percent: string }) {
  const grown = Math.min(100, Math.max(0, Number.parseFloat(percent) || 0));
  return (
    <div className="skill-row">
      <p className="skill-row__words">
        <span>{text}</span>
        <strong>{percent}%</strong>
      </p>
      <meter className="unseen" aria-label={text} min={0} max={100} value={grown} />
      <SkillBar grown={grown} />
    </div>
  );
}

function SkillBar({ grown }: { grown: number }) {
  const { hasDrawings } = useLook();
  return (
    <svg className="skill-row__bar" aria-hidden="true">
      {hasDrawings ? (
        <>
          <Bed crop="sprouts" from={0} length={grown} />
          <Bed crop="seeds" from={grown} length={100 - grown} />
        </>
      ) : (
        <rect width={`${grown}%`} height="100%" />
      )}
    </svg>
  );
}

function AboutPoints({ about }: { about: About }) {
  const { pointOne, pointTwo, pointThree, pointFour, pointFive } = about;
  return <PointList points={[pointOne, pointTwo, pointThree, pointFour, pointFive]} />;
}

export function PointList({ points }: { points: readonly string[] }) {
  const { hasDrawings } = useLook();
  useSheet(hasDrawings ? pointListSheet : plainPointsSheet);
  const written = points.filter((point) => point !== "");
  if (written.length === 0) return null;
  return (
    <ul className="point-list">
      {written.map((point) => (
        <li key={point}>
          {hasDrawings ? <Root /> : <Icon name="check" />}
          {point}
        </li>
      ))}
    </ul>
  );
}

function Root() {
  return (
    <svg viewBox="0 0 56 40" aria-hidden="true">
      <path d="M2 0C3 16 12 22 26 21s16 3 28-1M22 21c4 3 6 8 12 11M38 21c4-3 7-3 11-8" />
    </svg>
  );
}
