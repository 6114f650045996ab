import type { MenuPlace } from "#seo/menu.ts";
import { Icon } from "../drawings/icon.tsx";

interface MenuListProps {
  places: readonly MenuPlace[];
  className: string;
  /** Of the groups of which only one is open at a time; any number may be open without it. */
  group?: string;
}

/** Entries of a menu. An entry with others below it opens without a script. */
export function MenuList({ places, className, group }: MenuListProps) {
  return (
    <ul className={className}>
      {places.map((place) => (
        <li key={place.id}>
          <MenuEntry place={place} group={group} />
        </li>
      ))}
    </ul>
  );
}

function MenuEntry({ place, group }: { place: MenuPlace; group: string | undefined }) {
  const { id, label, href, below } = place;
  if (below.length === 0) return <a href={href ?? "/"}>{label}</a>;
  const links = href === null ? below : [{ id, label, href }, ...below];
  return (
    <details className="menu-group" name={group}>
      <GroupLabel label={label} />
      <MenuList
        className="menu-group__entries"
        places={links.map((link) => ({ ...link, below: [] }))}
      />
    </details>
  );
}

export function GroupLabel({ label }: { label: string }) {
  return (
    <summary>
      {label}
      <Icon name="down" />
    </summary>
  );
}
