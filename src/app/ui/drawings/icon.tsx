import { type IconName, iconNames } from "#content/model/icon-names.ts";

/**
 * Path data of the icons that a content field can name: a 24 px grid, a stroke of 1.5, round ends.
 */
const contentIcons: Readonly<Record<IconName, string>> = {
  almanac:
    "M5 4.5h5.5a1.5 1.5 0 0 1 1.5 1.5v14a1.5 1.5 0 0 0-1.5-1.5H5ZM19 4.5h-5.5A1.5 1.5 0 0 0 12 6v14a1.5 1.5 0 0 1 1.5-1.5H19ZM7.5 8.5h2m5 0h2m-9 3h2m5 0h2",
  barn: "M3.5 20.5v-9L12 4l8.5 7.5v9ZM9 20.5v-6h6v6M9 14.5l6 6m0-6-6 6M10.5 10.5h3",
  basket: "M3.5 11h17l-2 9h-13ZM7 11c0-9 10-9 10 0M8.5 14v3m3.5-3v3m3.5-3v3",
  bee: "M12 9.5c3 0 4.5 2.5 4.5 5.5s-2 5.5-4.5 5.5-4.5-2.5-4.5-5.5S9 9.5 12 9.5Zm-4.2 4h8.4m-8.4 3.5h8.4M10 10C5.5 10.5 3 8.5 3.5 6S9 5.5 10.5 9.5M14 10c4.5.5 7-1.5 6.5-4S15 5.5 13.5 9.5M10.5 6.5 9 3.5m4.5 3 1.5-3",
  compass:
    "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17Zm3.5 5-2 5-5 2 2-5ZM12 3.5V5m0 14v1.5M3.5 12H5m14 0h1.5",
  field:
    "M2.5 10.5c4-2 8-2 10-1s6 1 9 0M2.5 10.5V20h19v-9.5M10 9.5C9.5 13 7.5 17 5 20m7-10.3c0 3.3 0 6.3-.5 10.3m2.5-10c1 3 3 6.5 4.5 10M8.5 6a3.5 3.5 0 0 1 7 0",
  furrow:
    "M3 20C6 11 12 6 21 5M7.5 20C10 13.5 14 10.5 21 9.5M12.5 20c1.5-3.5 4-5.5 8.5-6M17.5 20c.7-1 1.8-1.5 3.5-1.5",
  gate: "M4 20.5V6.5m16 14v-14M4 9.5h16M4 13.5h16M4 17.5h16M4 17.5l16-8M12 9.5v8",
  leaf: "M5 19C3 10 9 4.5 20 4.5 20.5 15 14 21 6.5 17.5M4 21c2-5 5.5-8.5 10-11M9.5 14.5V11m3.5.5 3 .5",
  mill: "M9.5 12.5 8 20.5h8l-1.5-8M10.5 20.5v-3h3v3M12 9.5 5 2.5M12 9.5l7-7M12 9.5l-7 7M12 9.5l7 7M5 2.5l-2 2 4 4m12-6 2 2-4 4m-12 8-2-2 4-4m12 6 2-2-4-4",
  plough:
    "M2.5 5.5 6 6.5l5 8.5h8l2.5-4.5M11 15l-3 4.5h4.5c3 0 5-1.5 6.5-4.5M14 15l3-9h4M2.5 20.5h3",
  rain: "M7 14a4 4 0 0 1-.5-8A5.5 5.5 0 0 1 17 6.5a3.8 3.8 0 0 1 0 7.5ZM8 17l-1 3.5m5-3.5-1 3.5m5-3.5-1 3.5",
  roots:
    "M12 3v18M12 8c0-2.5-2-4.5-5-4.5C7 6 9 8 12 8Zm0 0c0-2 1.5-3.5 4.5-3.5C16.5 6.5 15 8 12 8ZM3 11h18M12 12c-1 3-3 4-6.5 4.5M12 12c1 3 3 4 6.5 4.5M12 16c-.5 2-1.5 3.5-3.5 4.5M12 16c.5 2 1.5 3.5 3.5 4.5",
  scarecrow:
    "M12 11.5v9.5M3.5 12.5h17M9.5 7.5a2.5 2.5 0 0 0 5 0M7 7.5h10M9 7.5l.5-4h5l.5 4M7.5 12.5l1.5 6h6l1.5-6M5 12.5l-1 2.5m15-2.5 1 2.5",
  scythe: "M18 3.5 9 21M16.5 6.5C11 4 6 6 3 11.5 8 9 12 9 15 9.5M10.5 13l3 1.5",
  seed: "M12 4c5 3 6.5 7.5 5 11.5-1.2 3.3-3 4.5-5 4.5s-3.8-1.2-5-4.5C5.5 11.5 7 7 12 4Zm0 4.5c-1.5 2-2 4-1.5 6.5",
  signpost: "M11 21V3m-3 18h6M11 5h7l2.5 2.5L18 10h-7M11 11.5H5.5L3.5 13.5l2 2H11",
  sprout:
    "M12 20.5V11M12 13c0-5-3-7.5-8-7.5C4 10.5 7 13 12 13Zm0-2.5C12 6 15 3.5 20 3.5c0 5-3 7.5-8 7.5M5 20.5h14",
  sun: "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8Zm0-5v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4m0-12.8L17 7M7 17l-1.4 1.4",
  tractor:
    "M8.5 11.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Zm0 3.5a1 1 0 1 1 0 2 1 1 0 0 1 0-2Zm9.5.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5ZM5 12V4.5h7l1.5 5.5H20v5.5M13 18h2.5M17 10V6.5M5 4.5H4",
  "watering-can":
    "M6.5 9.5h9v11h-9ZM15.5 13.5 20.5 7M19 5.5l3 2.5M6.5 11.5C2 11.5 2 18 6.5 18M7 9.5C7 4.5 15 4.5 15 9.5",
  wheat:
    "M12 21V9m0 3.5C8.5 12.5 7 10.5 7 8c3 0 5 1.5 5 4.5Zm0 0c3.5 0 5-2 5-4.5-3 0-5 1.5-5 4.5Zm0 5c-3.5 0-5-2-5-4.5 3 0 5 1.5 5 4.5Zm0 0c3.5 0 5-2 5-4.5-3 0-5 1.5-5 4.5ZM12 9c-2-1.5-2-4 0-6 2 2 2 4.5 0 6Z",
};

/** Path data of icons that content cannot name. */
const frameIcons = {
  alert: "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM12 7.5V13m0 3.4v.1",
  arrow: "M4 12h16m-6-6 6 6-6 6",
  card: "M3.5 5.5h17v13h-17ZM3.5 9.5h17M6.5 15h4",
  check: "M4.5 12.5 10 18 19.5 6.5",
  close: "M5.5 5.5l13 13m0-13-13 13",
  down: "M6 9.5l6 6 6-6",
  envelope: "M3.5 5.5h17v13h-17Zm0 .5 8.5 7 8.5-7",
  facebook: "M14 21v-8h3l.5-3.5H14V7.5C14 6.3 14.6 6 15.5 6h2V3c-4-.7-7 .5-7 4v2.5h-3V13h3v8Z",
  info: "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM12 16.5V11m0-3.4v-.1",
  instagram:
    "M8 3.5h8A4.5 4.5 0 0 1 20.5 8v8a4.5 4.5 0 0 1-4.5 4.5H8A4.5 4.5 0 0 1 3.5 16V8A4.5 4.5 0 0 1 8 3.5Zm4 4.8a3.7 3.7 0 1 1 0 7.4 3.7 3.7 0 0 1 0-7.4Zm4.7-1.3v.1",
  menu: "M3 17.5c5-3 13-3 18 0M3 12c5-3 13-3 18 0M3 6.5c5-3 13-3 18 0",
  phone: "M5 3.5h4l1.5 5L8 10c1 3 3 5 6 6l1.5-2.5 5 1.5v4c-8 2.5-19-8-15.5-15.5Z",
  pin: "M12 21c-4.5-5-6.5-8-6.5-11.2a6.5 6.5 0 0 1 13 0C18.5 13 16.5 16 12 21Zm0-13.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z",
  play: "M8 5.5v13l10.5-6.5Z",
  youtube:
    "M5.5 5.5h13a2.5 2.5 0 0 1 2.5 2.5v8a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 3 16V8a2.5 2.5 0 0 1 2.5-2.5ZM10 9l5 3-5 3Z",
};

const iconDrawings = { ...contentIcons, ...frameIcons };

export function Icon({ name }: { name: keyof typeof iconDrawings }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={iconDrawings[name]} />
    </svg>
  );
}

/** The icon of a content field, whose value is an icon name or the URL of a picture. */
export function ContentIcon({ value }: { value: string }) {
  const name = iconNames.find((known) => known === value);
  if (name) return <Icon name={name} />;
  return value ? <img className="icon" src={value} alt="" width="24" height="24" /> : null;
}
