import type { About } from "../../../content/blocks/about.ts";
import { GroundLine } from "../../ui/drawings/ground-line.tsx";
import { Picture } from "../../ui/pictures/picture.tsx";
import { PointList } from "./point-list.tsx";
import { SectionHeading } from "./section-heading.tsx";

/** The about section, drawn below ground: its points hang from a root. */
export function AboutSection({ about }: { about: About | undefined }) {
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
      </div>
      <GroundLine ground="paper" />
    </section>
  );
}
