import type { Migrations } from "#platform/database/migrations.ts";

/** Each row names one person to whom new orders of a plan can be assigned. */
interface AssignmentRulesTable {
  /** Record of the plan; "" for the rule of all plans without rows of their own. */
  plan_id: string;
  account_id: string;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    assignment_rules: AssignmentRulesTable;
  }
}

export const assignmentMigrations: Migrations = {
  "0230-assignment-rules": {
    async up(db) {
      await db.schema
        .createTable("assignment_rules")
        .addColumn("plan_id", "text", (column) => column.notNull())
        .addColumn("account_id", "text", (column) => column.notNull())
        .addPrimaryKeyConstraint("assignment_rules_key", ["plan_id", "account_id"])
        .execute();
      await db.schema
        .createIndex("assignment_rules_of_account")
        .on("assignment_rules")
        .column("account_id")
        .execute();
    },
  },
};
