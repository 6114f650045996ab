import plainTeamSheet from "#app/looks/plain-team.css?sheet";
import { useLook } from "#app/ui/look-context.ts";
import { Picture } from "#app/ui/pictures/picture.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { TeamHeading, TeamMember } from "#content/blocks/team.ts";
import { patternAt } from "#look/patterns/pattern-address.ts";
import { SectionHeading } from "../headings.tsx";
import teamSheet from "./team-section.css?sheet";

interface TeamSectionProps {
  heading: TeamHeading | undefined;
  members: readonly TeamMember[];
}

/** The team carousel, a native scroll container that needs no script. */
export function TeamSection({ heading, members }: TeamSectionProps) {
  const { hasDrawings } = useLook();
  useSheet(teamSheet, ...(hasDrawings ? [] : [plainTeamSheet]));
  if (members.length === 0) return null;
  return (
    <section className="team" id="team">
      {heading && (
        <div className="grid">
          <SectionHeading text={heading.teamText} heading={heading.teamHeading} />
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable */}
      <section className="team__bed" aria-label={heading?.teamHeading ?? "Team"} tabIndex={0}>
        <ul className="team__members">
          {members.map((member) => (
            <li className="member" key={member._id}>
              {!hasDrawings && patternAt(member.teamMemberImg) ? (
                <span className="member__portrait member__initial" aria-hidden="true">
                  {[...member.teamMemberName.trim()][0]}
                </span>
              ) : (
                <Picture
                  className="member__portrait"
                  address={member.teamMemberImg}
                  alt={`Portrait of ${member.teamMemberName}`}
                  sizes="15rem"
                />
              )}
              <p className="member__label">
                <strong>{member.teamMemberName}</strong>
                {member.teamMemberTitle}
              </p>
            </li>
          ))}
        </ul>
      </section>
    </section>
  );
}
