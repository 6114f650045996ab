/** The colours that an owner chooses. All other colours of a page follow from them. */
export const roles = ["ground", "surface", "ink", "brand", "accent", "danger"] as const;

export type Role = (typeof roles)[number];

/** Each colour is written "#rrggbb", in lower case. */
export type Roles = Readonly<Record<Role, string>>;

export type Scheme = "light" | "dark";
