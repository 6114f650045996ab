import { Bed } from "#app/ui/drawings/drawings.tsx";
import { ContentIcon } from "#app/ui/drawings/icon.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { ServiceHeading, ServiceItem } from "#content/blocks/services.ts";
import { SectionHeading } from "../headings.tsx";
import servicesSheet from "./services-section.css?sheet";

interface ServicesSectionProps {
  heading: ServiceHeading | undefined;
  /** False on the service page, whose header already shows the line above the heading. */
  withText?: boolean;
  items: readonly ServiceItem[];
}

const months = ["Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan", "Feb"];
const crops = ["ploughed", "seeds", "sprouts", "rain", "flowers", "ears"] as const;

/**
 * The services as a planting calendar. The bed of each service begins later in the year than the
 * bed above it.
 */
export function ServicesSection({ heading, withText = true, items }: ServicesSectionProps) {
  useSheet(servicesSheet);
  if (items.length === 0) return null;
  return (
    <section className="services grid" id="service">
      {heading && (
        <SectionHeading
          text={withText ? heading.servicesubHeading : ""}
          heading={heading.serviceHeading}
        />
      )}
      <div className="calendar">
        <ol className="calendar__months" aria-hidden="true">
          {months.map((month) => (
            <li key={month}>{month}</li>
          ))}
        </ol>
        <ol className="calendar__jobs">
          {items.map((item, index) => (
            <li className="calendar__job" key={item._id}>
              <div className="calendar__words">
                <h3 className="calendar__title">
                  <ContentIcon value={item.serviceIcon} />
                  {item.serviceTitle}
                </h3>
                <p>{item.serviceDetails}</p>
              </div>
              <div className="calendar__year" aria-hidden="true">
                <svg aria-hidden="true">
                  <Bed {...bedAt(index, items.length)} />
                </svg>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** Position and length of a bed, in percent of a year that begins in March. */
function bedAt(index: number, count: number) {
  const from = count > 1 ? Math.round((index * 7) / (count - 1)) : 0;
  const length = Math.min(months.length - from, 2 + index);
  const month = 100 / months.length;
  const crop = crops[index % crops.length] ?? "ploughed";
  return { crop, from: from * month, length: length * month };
}
