import { ContentIcon } from "#app/ui/drawings/icon.tsx";
import { Picture } from "#app/ui/pictures/picture.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { FeatureHeading, FeatureItem } from "#content/blocks/features.ts";
import { SectionHeading, useItemHeading } from "../headings.tsx";
import featuresSheet from "./features-section.css?sheet";

interface FeaturesSectionProps {
  heading: FeatureHeading | undefined;
  items: readonly FeatureItem[];
}

export function FeaturesSection({ heading, items }: FeaturesSectionProps) {
  useSheet(featuresSheet);
  const ItemTitle = useItemHeading();
  if (items.length === 0) return null;
  return (
    <section className="features grid" id="features">
      {heading && <SectionHeading text={heading.FeaturesText} heading={heading.FeaturesHeading} />}
      <ul className="features__plates">
        {items.map((item) => (
          <li className="feature" key={item._id}>
            <div className="feature__plate">
              <Picture
                address={item.FeaturesImg}
                sizes="(max-width: 40rem) 7rem, (max-width: 60rem) 45vw, 34rem"
              />
            </div>
            <div>
              <ItemTitle className="feature__title">
                <ContentIcon value={item.FeaturesIcon} />
                {item.FeaturesText}
              </ItemTitle>
              <p className="feature__details">{item.FeaturesDesc}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
