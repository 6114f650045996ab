/** Roles of user records. "Admin" is called *Owner* in the panel and has every right. */
export const teamRoles = ["Admin", "Manager", "Worker", "Writer", "Editor", "Accountant"] as const;
export type TeamRole = (typeof teamRoles)[number];

/** Roles whose rights `rights.ts` lists one by one. */
export type StaffRole = Exclude<TeamRole, "Admin">;

export interface RoleDescription {
  readonly name: string;
  /** One sentence for the person who chooses the role. */
  readonly summary: string;
}

export const roleDescriptions: Readonly<Record<TeamRole, RoleDescription>> = {
  Admin: {
    name: "Owner",
    summary: "Can do everything, including giving roles to others.",
  },
  Manager: {
    name: "Manager",
    summary:
      "Runs orders, customers, messages and emails. Cannot refund, change settings or add people.",
  },
  Worker: {
    name: "Worker",
    summary:
      "Works on the orders that are assigned to them: brief, messages, files, passwords and deliveries. Sees no prices and no customer lists.",
  },
  Writer: {
    name: "Writer",
    summary: "Writes drafts of texts and adds pictures. Somebody else publishes them.",
  },
  Editor: {
    name: "Editor",
    summary: "Writes and publishes texts and pictures.",
  },
  Accountant: {
    name: "Accountant",
    summary:
      "Reads orders, offers, payments and sales, exports them, and keeps the books: statements, months and the accountant’s file.",
  },
};

/** Name of a stored role as people read it. */
export function roleName(role: string): string {
  return isTeamRole(role) ? roleDescriptions[role].name : role;
}

export function isTeamRole(value: string): value is TeamRole {
  return (teamRoles as readonly string[]).includes(value);
}
