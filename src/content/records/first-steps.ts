import { type Business, demonstrationName } from "#platform/business.ts";
import type { Database } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Clock } from "#platform/time/clock.ts";
import { type Actor, authorOf } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import { defaultAddresses } from "../addresses/listings.ts";
import { type EditableRecord, listForEditing } from "../drafts/editable-record.ts";
import { blocks } from "../model/blocks.ts";
import type { Block } from "../model/define.ts";
import { listPathOf } from "../model/record-paths.ts";

interface FirstStepsDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

export interface FirstStep {
  readonly name: string;
  readonly title: string;
  readonly detail: string;
  readonly path: string;
  readonly isDone: boolean;
  /** True if Furrow cannot detect that the task is done, so an admin ticks it off. */
  readonly isTickedByHand: boolean;
}

/** Steps that only an admin can tick off, and their labels in the audit log. */
const tickedByHand = {
  legal: "Read the legal pages",
  dismissed: "Hide the first steps",
} as const;
type Ticked = keyof typeof tickedByHand;

/** What the steps need to know that is no content. */
interface FirstFacts {
  readonly hasSentMail: boolean;
  readonly business: Business;
  /** True when customers can pay real money. */
  readonly takesMoney: boolean;
}

/**
 * Returns all steps, or an empty list when every step is done or the owner has dismissed the list.
 */
export async function listFirstSteps(
  { database }: Pick<FirstStepsDependencies, "database">,
  actor: Actor,
  { hasSentMail, business, takesMoney }: FirstFacts,
): Promise<FirstStep[]> {
  requireRight(actor, "edit content");
  const ticked = await tickedSteps(database);
  if (ticked.has("dismissed")) return [];
  const records = await recordsByBlock(database, actor);
  const steps = [
    businessStep(business),
    logoStep(records),
    paymentStep(takesMoney),
    mailStep(hasSentMail),
    legalStep(ticked, records),
    demonstrationStep(records),
  ];
  return steps.every(({ isDone }) => isDone) ? [] : steps;
}

/** Throws "invalid" for a step that Furrow ticks off itself. */
export async function tickFirstStep(
  { database, clock }: FirstStepsDependencies,
  actor: Actor,
  step: string,
): Promise<void> {
  requireRight(actor, "edit content");
  if (!Object.hasOwn(tickedByHand, step)) {
    throw new AppError(
      "invalid",
      "You cannot mark this step as done. It is marked by itself when it is done.",
    );
  }
  const at = clock();
  await database.write(async (tx) => {
    const ticked = await tx
      .insertInto("first_steps")
      .values({ step, ticked_by: authorOf(actor), ticked_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (ticked.numInsertedOrUpdatedRows !== 1n) return;
    const entry = { action: "Tick first step", subject: "first step", subjectId: step };
    const [before, after] = [{ isDone: false }, { isDone: true }];
    await audit(tx, actor, { ...entry, label: tickedByHand[step as Ticked], before, after, at });
  });
}

type Records = ReadonlyMap<string, readonly EditableRecord[]>;

async function recordsByBlock(database: Database, actor: Actor): Promise<Records> {
  const withExamples = (Object.values(blocks) as Block[]).filter(({ seed }) => seed.length > 0);
  const lists = withExamples.map(
    async (block) => [block.name, await listForEditing({ database }, actor, block)] as const,
  );
  return new Map(await Promise.all(lists));
}

async function tickedSteps(database: Database): Promise<ReadonlySet<string>> {
  const rows = await database.read.selectFrom("first_steps").select("step").execute();
  return new Set(rows.map(({ step }) => step));
}

function businessStep({ name, address, email }: Business): FirstStep {
  return {
    name: "business",
    title: "Your business: name, address, email",
    detail: "They stand on the site, in emails and on receipts.",
    path: "/admin/settings",
    isDone: name !== demonstrationName && address !== "" && email !== "",
    isTickedByHand: false,
  };
}

function logoStep(records: Records): FirstStep {
  const [logo] = records.get(blocks.logo.name) ?? [];
  return {
    name: "logo",
    title: "Add your logo",
    detail: "The site still shows the demonstration logo.",
    path: listPathOf(blocks.logo),
    isDone: logo !== undefined && !logo.isDemonstration,
    isTickedByHand: false,
  };
}

function paymentStep(takesMoney: boolean): FirstStep {
  return {
    name: "payment",
    title: "Take payments",
    detail:
      "Customers cannot pay real money yet. Connect Stripe or PayPal, or enter your bank account, and go live.",
    path: "/settings/payments",
    isDone: takesMoney,
    isTickedByHand: false,
  };
}

function mailStep(hasSentMail: boolean): FirstStep {
  return {
    name: "mail",
    title: "Set up email",
    detail: "No email has been sent yet. Set up the mail server and send a test email to yourself.",
    path: "/admin/settings",
    isDone: hasSentMail,
    isTickedByHand: false,
  };
}

function legalStep(ticked: ReadonlySet<string>, records: Records): FirstStep {
  const [listing] = records.get(blocks.listingPrivacy.name) ?? [];
  return {
    name: "legal",
    title: tickedByHand.legal,
    detail:
      "Privacy, terms and refunds are sample texts that visitors can already read. Check them before anyone relies on them.",
    path: listing?.published?.pageAddress || defaultAddresses.privacy,
    isDone: ticked.has("legal"),
    isTickedByHand: true,
  };
}

function demonstrationStep(records: Records): FirstStep {
  const left = [...records.values()].flat().filter(({ isDemonstration }) => isDemonstration);
  return {
    name: "demonstration",
    title: "Replace the demonstration texts",
    detail:
      left.length === 1
        ? "One item still has its demonstration text."
        : `${left.length} items still have their demonstration texts.`,
    path: "/setting",
    isDone: left.length === 0,
    isTickedByHand: false,
  };
}
