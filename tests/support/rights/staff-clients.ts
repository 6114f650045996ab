import { join } from "node:path";
import type { StaffRole } from "#policy/roles.ts";
import { openSiteDatabase } from "../databases/site-database.ts";
import type { FurrowServer } from "../servers/furrow-server.ts";
import { register, type WebClient } from "../servers/web-client.ts";
import { staffRoles } from "./role-table.ts";

const emailOfRole = (role: StaffRole) => `${role.toLowerCase()}@example.com`;

/** Registers a person of the team for each role besides Admin, and returns their clients. */
export async function staffClients(furrow: FurrowServer): Promise<Record<StaffRole, WebClient>> {
  const clients: [StaffRole, WebClient][] = [];
  for (const role of staffRoles)
    clients.push([role, await register(furrow.url, emailOfRole(role))]);
  const database = openSiteDatabase(join(furrow.dataDirectory, "furrow.db"));
  for (const role of staffRoles) {
    const email = emailOfRole(role);
    database.prepare(`update "user" set emailVerified = 1 where email = ?`).run(email);
    database
      .prepare(
        "insert into user_records (id, user_email, email_key, user_role, created_at) values (?, ?, ?, ?, 1)",
      )
      .run(`record-${role}`, email, email, role);
  }
  database.close();
  return Object.fromEntries(clients) as Record<StaffRole, WebClient>;
}
