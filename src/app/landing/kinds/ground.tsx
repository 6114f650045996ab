import type { ReactNode } from "react";
import plainGroundSheet from "#app/looks/plain-ground.css?sheet";
import { GroundLine } from "#app/ui/drawings/drawings.tsx";
import { useLook } from "#app/ui/look-context.ts";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { choice } from "#content/model/fields.ts";
import groundSheet from "./ground.css?sheet";

const grounds = ["Paper", "Straw", "Sky", "Soil"] as const;

/** Field of a kind whose background the owner chooses. */
export const groundField = choice("Background", grounds, {
  byDefault: "Paper",
  labels: { Paper: "As the page", Straw: "Deeper", Sky: "Tinted", Soil: "Dark" },
});

interface GroundProps {
  id: string;
  /** Background of the section; a value that is no ground is "Paper". */
  ground: string;
  className: string;
  children: ReactNode;
}

/**
 * A section of a page on one of the site's grounds. Sections of one ground that follow each other
 * share the space between them. Soil begins and ends with a drawn line of ground, if the look has drawings.
 */
export function Ground({ id, ground, className, children }: GroundProps) {
  const { hasDrawings } = useLook();
  useSheet(groundSheet, ...(hasDrawings ? [] : [plainGroundSheet]));
  if (ground === "Soil") {
    return (
      <section className={`ground ground--soil ${className}`} id={id}>
        <GroundLine ground="soil" sprouts />
        <div className="ground__body grid">{children}</div>
        <GroundLine ground="paper" />
      </section>
    );
  }
  const name = grounds.find((known) => known === ground) ?? "Paper";
  return (
    <section className={`ground ground--${name.toLowerCase()} grid ${className}`} id={id}>
      {children}
    </section>
  );
}
