import type { Migrations } from "../../platform/database/migrations.ts";

interface FirstStepsTable {
  /** Name of a step that was ticked off by hand. */
  step: string;
  ticked_by: string;
  ticked_at: number;
}

declare module "../../platform/database/tables.ts" {
  interface Tables {
    first_steps: FirstStepsTable;
  }
}

export const firstStepsMigrations: Migrations = {
  "0090-first-steps": {
    async up(db) {
      await db.schema
        .createTable("first_steps")
        .addColumn("step", "text", (column) => column.primaryKey())
        .addColumn("ticked_by", "text", (column) => column.notNull())
        .addColumn("ticked_at", "bigint", (column) => column.notNull())
        .execute();
    },
  },
};
