import { type IconName, iconNames } from "../../../content/model/icon-names.ts";
import { type FrameIconName, iconDrawings } from "./icon-drawings.ts";

export function Icon({ name }: { name: IconName | FrameIconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={iconDrawings[name]} />
    </svg>
  );
}

/** What an icon field of a block says: a name of the set, or the address of a picture. */
export function ContentIcon({ value }: { value: string }) {
  const name = iconNames.find((known) => known === value);
  if (name) return <Icon name={name} />;
  return value ? <img className="icon" src={value} alt="" width="24" height="24" /> : null;
}
