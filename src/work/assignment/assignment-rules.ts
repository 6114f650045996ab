import { sql } from "kysely";
import { z } from "zod";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { listRecords } from "#content/records/content-store.server.ts";
import {
  type Database,
  engineOf,
  type Queries,
  type WriteTransaction,
} from "#platform/database/database.ts";
import { AppError, type FieldIssue } from "#platform/errors.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import type { Assignee, ReadAssignees } from "./assign-order.ts";

/** `planId` of the rule for all plans without a rule of their own. */
export const everyOtherPlan = "";

const mostPlans = 200;
const mostPeople = 100;

const ruleSchema = z.strictObject({
  planId: z
    .string()
    .max(100)
    .meta({ description: 'Record of the plan; "" for all plans without a rule of their own' }),
  assignees: z
    .array(z.string().max(100))
    .max(mostPeople)
    .meta({ description: "Accounts of the people who may get an order of the plan" }),
});

const ruleList = z.array(ruleSchema).max(mostPlans + 1);

/** People whom a paid order can be assigned to. A plan without people has no rule. */
type AssignmentRule = z.infer<typeof ruleSchema>;

export const assignmentRulesForm = z.strictObject({
  rules: ruleList.meta({ description: "All rules. A plan that is not listed gets no rule" }),
  seen: ruleList
    .optional()
    .meta({ description: "The call is refused if the rules are no longer these" }),
});

export const assignmentRulesAnswer = z.strictObject({ rules: ruleList });

interface ReadDependencies {
  readonly database: Database;
  readonly readAssignees: ReadAssignees;
}

interface AssignmentRules {
  readonly rules: readonly AssignmentRule[];
  /** Plans on sale, in the order of the pricing page. */
  readonly plans: readonly { readonly id: string; readonly name: string }[];
  readonly people: readonly Assignee[];
}

/** The rules with the plans and people to choose from. Throws "unauthenticated" and "forbidden". */
export async function readAssignmentRules(
  { database: { read }, readAssignees }: ReadDependencies,
  actor: Actor,
): Promise<AssignmentRules> {
  requireRight(actor, "see assignment rules");
  return readRulesIn(read, readAssignees);
}

async function readRulesIn(queries: Queries, readAssignees: ReadAssignees) {
  const records = await listRecords(queries, pricingPackages);
  const plans = records.map(({ _id, packageName }) => ({ id: _id, name: packageName }));
  const people = await readAssignees(queries);
  const planIds = [everyOtherPlan, ...plans.map(({ id }) => id)];
  const rows = await queries
    .selectFrom("assignment_rules")
    .selectAll()
    .where("plan_id", "in", planIds)
    .execute();
  const rules = planIds.flatMap((planId) => {
    const assignees = people
      .map(({ accountId }) => accountId)
      .filter((id) => rows.some((row) => row.plan_id === planId && row.account_id === id));
    return assignees.length === 0 ? [] : [{ planId, assignees }];
  });
  return { rules, plans, people };
}

/**
 * Replaces the rules that `readAssignmentRules` returns. Rules of plans that are not on sale stay,
 * because such a plan can be restored. Input: `assignmentRulesForm`. Orders that are Paid already
 * keep their assignee. Throws "unauthenticated", "forbidden", "invalid" for a plan or a person that
 * does not exist any more, and "conflict" when somebody else changed the rules meanwhile.
 */
export async function saveAssignmentRules(
  { database, clock, readAssignees }: ReadDependencies & { readonly clock: Clock },
  actor: Actor,
  input: unknown,
): Promise<AssignmentRules> {
  requireRight(actor, "assign orders");
  const { rules, seen } = parseOrThrow(assignmentRulesForm, input);
  return database.write(async (tx) => {
    await lockRules(tx);
    const before = await readRulesIn(tx, readAssignees);
    requireKnown(rules, before);
    const wanted = normalRules(rules);
    const stored = JSON.stringify(normalRules(before.rules));
    if (seen !== undefined && JSON.stringify(normalRules(seen)) !== stored) {
      throw new AppError(
        "conflict",
        "Somebody else has changed these rules. Reload the page, then make your changes again.",
      );
    }
    if (JSON.stringify(wanted) === stored) return before;
    const planIds = [everyOtherPlan, ...before.plans.map(({ id }) => id)];
    await tx.deleteFrom("assignment_rules").where("plan_id", "in", planIds).execute();
    const rows = wanted.flatMap(({ planId, assignees }) =>
      assignees.map((account_id) => ({ plan_id: planId, account_id })),
    );
    if (rows.length > 0) await tx.insertInto("assignment_rules").values(rows).execute();
    const after = await readRulesIn(tx, readAssignees);
    await audit(tx, actor, {
      action: "Change assignment rules",
      subject: "assignment rules",
      subjectId: "assignment-rules",
      label: "Who gets new orders",
      before: rulesByName(before),
      after: rulesByName(after),
      at: clock(),
    });
    return after;
  });
}

/**
 * Without this lock, the primary key would reject the second of two concurrent changes with an
 * unreadable error.
 */
async function lockRules(tx: WriteTransaction): Promise<void> {
  if (engineOf(tx) !== "postgres") return;
  await sql`lock table assignment_rules in share row exclusive mode`.execute(tx);
}

function requireKnown(rules: readonly AssignmentRule[], { plans, people }: AssignmentRules): void {
  const issues: FieldIssue[] = [];
  for (const { planId, assignees } of rules) {
    const path = `rules.${planId}`;
    if (planId !== everyOtherPlan && !plans.some(({ id }) => id === planId)) {
      issues.push({ path, message: "This plan no longer exists. Reload the page." });
    }
    if (assignees.some((id) => !people.some(({ accountId }) => accountId === id))) {
      const message = "One of these people can no longer work on orders. Choose somebody else.";
      issues.push({ path, message });
    }
  }
  const [first] = issues;
  if (first !== undefined) throw new AppError("invalid", first.message, { issues });
}

/**
 * Sorted, with one rule for a plan and no person twice, so that rules with the same meaning compare
 * as equal.
 */
function normalRules(rules: readonly AssignmentRule[]): readonly AssignmentRule[] {
  const planIds = [...new Set(rules.map(({ planId }) => planId))].toSorted();
  return planIds.flatMap((planId) => {
    const named = rules.filter((rule) => rule.planId === planId).flatMap((rule) => rule.assignees);
    const assignees = [...new Set(named)].toSorted();
    return assignees.length === 0 ? [] : [{ planId, assignees }];
  });
}

/** Email addresses of the people in each rule, by the name of the plan, for the audit log. */
function rulesByName({ rules, plans, people }: AssignmentRules): Record<string, string> {
  return Object.fromEntries(
    rules.map(({ planId, assignees }) => {
      const plan = plans.find(({ id }) => id === planId)?.name ?? "All other plans";
      const emails = people.filter(({ accountId }) => assignees.includes(accountId));
      return [plan, emails.map(({ email }) => email).join(", ")];
    }),
  );
}
