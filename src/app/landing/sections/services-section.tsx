import type { ServiceHeading } from "../../../content/blocks/service-heading.ts";
import type { ServiceItem } from "../../../content/blocks/service-items.ts";
import { ContentIcon } from "../../ui/icon.tsx";
import { SectionHeading } from "./section-heading.tsx";

interface ServicesSectionProps {
  heading: ServiceHeading | undefined;
  items: readonly ServiceItem[];
}

const months = ["Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan", "Feb"];
const crops = ["ploughed", "seeds", "sprouts", "rain", "flowers", "ears"];

/** A planting calendar: each service is a bed, begun after the one above it, over one year. */
export function ServicesSection({ heading, items }: ServicesSectionProps) {
  if (!heading && items.length === 0) return null;
  return (
    <section className="services grid" id="service">
      {heading && (
        <SectionHeading text={heading.servicesubHeading} heading={heading.serviceHeading} />
      )}
      {items.length > 0 && (
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
                <Bed index={index} count={items.length} />
              </li>
            ))}
          </ol>
        </div>
      )}
    </section>
  );
}

function Bed({ index, count }: { index: number; count: number }) {
  const { from, to } = bedMonths(index, count);
  const crop = crops[index % crops.length];
  const x = `${((from / months.length) * 100).toFixed(2)}%`;
  const width = `${(((to - from) / months.length) * 100).toFixed(2)}%`;
  return (
    <div className="calendar__year" aria-hidden="true">
      <svg focusable="false" aria-hidden="true">
        <svg
          x={x}
          width={width}
          height="100%"
          className={`calendar__bed calendar__bed--${crop}`}
          aria-hidden="true"
        >
          <rect width="100%" height="100%" />
          <rect width="100%" height="100%" fill={`url(#bed-${crop})`} />
        </svg>
      </svg>
    </div>
  );
}

/** Months from March, the first included, the last not: later beds begin later and last longer. */
function bedMonths(index: number, count: number): { from: number; to: number } {
  const from = count > 1 ? Math.round((index * 7) / (count - 1)) : 0;
  return { from, to: Math.min(months.length, from + 2 + index) };
}
