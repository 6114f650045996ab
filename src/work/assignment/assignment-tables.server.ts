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
