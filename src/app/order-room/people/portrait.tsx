import { Picture } from "#app/ui/pictures/picture.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { initialsOf, type Person } from "./person.ts";
import portraitSheet from "./portrait.css?sheet";

interface PortraitProps {
  person: Person;
  side: "customer" | "team";
}

/** A medallion with the picture or the initials of a person, whose name stands beside it. */
export function Portrait({ person: { name, picture }, side }: PortraitProps) {
  useSheet(portraitSheet);
  return (
    <span className={`portrait portrait--${side}`} aria-hidden="true">
      {picture === "" ? initialsOf(name) : <Picture address={picture} alt="" sizes="3rem" />}
    </span>
  );
}
