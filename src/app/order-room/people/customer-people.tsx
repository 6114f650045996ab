import { useSite } from "#app/site-layout.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { CustomerAccess } from "../access/customer-access.tsx";
import type { CustomerPartProps } from "../customer-part.ts";
import peopleSheet from "./people.css?sheet";
import { Portrait } from "./portrait.tsx";

/** The people on both sides: of the team, and of the customer's company. */
export function CustomerPeople({ room, form }: CustomerPartProps) {
  useSheet(peopleSheet);
  const { business } = useSite();
  const { team } = room;
  return (
    <div className="people" id="people">
      {team && (
        <section className="people__side" aria-labelledby="team-title">
          <h2 id="team-title">Who works for you</h2>
          <ul className="people__list">
            {team.assignee === null && team.others.length === 0 && (
              <li className="people__person">
                <Portrait person={{ name: business.name, picture: "" }} side="team" />
                <div>
                  <strong>{business.name}</strong>
                </div>
              </li>
            )}
            {[team.assignee, ...team.others].map(
              (person) =>
                person && (
                  <li key={person.name} className="people__person">
                    <Portrait person={person} side="team" />
                    <div>
                      <strong>{person.name}</strong>
                      <p className="people__about">
                        {[person.jobTitle, person === team.assignee && "works on your order"]
                          .filter(Boolean)
                          .join(", ") || business.name}
                      </p>
                    </div>
                  </li>
                ),
            )}
          </ul>
        </section>
      )}
      <CustomerAccess room={room} form={form} />
    </div>
  );
}
