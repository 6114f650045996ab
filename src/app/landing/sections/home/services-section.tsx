import plainServicesSheet from "#app/looks/plain-services.css?sheet";
import { Bed } from "#app/ui/drawings/drawings.tsx";
import { ContentIcon } from "#app/ui/drawings/icon.tsx";
import { useLook } from "#app/ui/look-context.ts";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { ServiceHeading, ServiceItem } from "#content/blocks/services.ts";
import { SectionHeading, useItemHeading } from "../headings.tsx";
import servicesSheet from "./services-section.css?sheet";

interface ServicesSectionProps {
  heading: ServiceHeading | undefined;
  /** False on the service page, whose header already shows the line above the heading. */
  withText?: boolean;
  items: readonly ServiceItem[];
}

const months = ["Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan", "Feb"];
const crops = ["ploughed", "seeds", "sprouts", "rain", "flowers", "ears"] as const;

/** The services as a planting calendar; without drawings, as a list. */
export function ServicesSection({ heading, withText = true, items }: ServicesSectionProps) {
  const { hasDrawings } = useLook();
  useSheet(hasDrawings ? servicesSheet : plainServicesSheet);
  if (items.length === 0) return null;
  const Items = hasDrawings ? Calendar : ServiceList;
  return (
    <section className="services grid" id="service">
      {heading && (
        <SectionHeading
          text={withText ? heading.servicesubHeading : ""}
          heading={heading.serviceHeading}
        />
      )}
      <Items items={items} />
    </section>
  );
}

type ItemsProps = Pick<ServicesSectionProps, "items">;

function ServiceList({ items }: ItemsProps) {
  const ItemTitle = useItemHeading();
  return (
    <ol className="service-list">
      {items.map((item) => (
        <li className="service-list__item" key={item._id}>
          <ContentIcon value={item.serviceIcon} />
          <ItemTitle className="service-list__title">{item.serviceTitle}</ItemTitle>
          <p className="service-list__details">{item.serviceDetails}</p>
        </li>
      ))}
    </ol>
  );
}

/** The bed of each service begins later in the year than the bed above it. */
function Calendar({ items }: ItemsProps) {
  const ItemTitle = useItemHeading();
  return (
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
              <ItemTitle className="calendar__title">
                <ContentIcon value={item.serviceIcon} />
                {item.serviceTitle}
              </ItemTitle>
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
