import { Text } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { lazy, Suspense } from "react";
import { designNames } from "#content/blocks/look.ts";
import type { SiteContent } from "#content/model/site-content.ts";
import type { DesignName } from "#look/designs.ts";
import type { FactsByAddress } from "#media/picture-file.ts";
import classes from "./look.module.css";

/** Loaded on demand, because its code contains every section of the site. */
const LookCanvas = lazy(() => import("./look-canvas.tsx"));

const characters: Readonly<Record<DesignName, string>> = {
  Field: "Warm paper, a serif with a hand in it, drawings of a farm.",
  Studio: "Wide and calm: one strong colour, much air, no drawings.",
  Print: "A newspaper’s page: ruled columns, dense, patterns of lines.",
};

interface DesignCardsProps {
  value: string;
  /** The site as it would be in each design. */
  siteIn: (design: DesignName) => SiteContent;
  pictures: FactsByAddress;
  onChange: (design: DesignName) => void;
}

/** The designs, each with the beginning of the owner's own home page in it. */
export function DesignCards({ value, siteIn, pictures, onChange }: DesignCardsProps) {
  return (
    <div className={classes.designs} role="radiogroup" aria-label="Design">
      {designNames.map((design) => (
        <label key={design} className={classes.design}>
          <input
            type="radio"
            name="design"
            value={design}
            checked={design === value}
            aria-describedby={`character-of-${design}`}
            aria-label={design}
            onChange={() => onChange(design)}
          />
          <Miniature site={siteIn(design)} pictures={pictures} />
          <span>
            <Text span display="block" fw={600} size="lg">
              {design}
            </Text>
            <Text span display="block" size="sm" id={`character-of-${design}`} pr="sm">
              {characters[design]}
            </Text>
          </span>
        </label>
      ))}
    </div>
  );
}

const pageWidth = 1280;

function Miniature({ site, pictures }: { site: SiteContent; pictures: FactsByAddress }) {
  const { ref, width, height } = useElementSize();
  const scale = width / pageWidth;
  return (
    <span ref={ref} className={classes.miniature}>
      {width > 0 && (
        <Suspense>
          <LookCanvas
            title=""
            page="beginning"
            site={site}
            scheme="light"
            pictures={pictures}
            isStill
            style={{ width: pageWidth, height: height / scale, transform: `scale(${scale})` }}
          />
        </Suspense>
      )}
    </span>
  );
}
