import {
  Alert,
  Button,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { cycleChoices } from "#app/admin/frame/forms/cycle-choices.ts";
import { useDraftForm } from "#app/admin/frame/forms/use-draft-form.ts";
import { useRefusedForm } from "#app/admin/frame/forms/use-refused-form.ts";
import { GrowingTextarea } from "#app/admin/frame/ui/growing-textarea.tsx";
import { notifyWithUndo } from "#app/admin/frame/ui/notify-with-undo.tsx";
import { NoMailServer } from "#app/admin/messages/mail/mail-notices.tsx";
import { useSendsEmails } from "#app/admin/messages/mail/use-sends-emails.ts";
import { pointsOfAddOn } from "#content/model/add-ons.ts";
import { isRepeated, type PlanInterval, pricePer } from "#content/model/plan-interval.ts";
import { longestNote, longestTitle } from "#offers/offer-lengths.ts";
import { centsFromTyped, dollarsFromCents } from "#platform/money.ts";
import type { ExtraChoice, OfferChoices } from "./offer-choices.server.ts";
import { Recipient } from "./offer-recipient.tsx";
import { ownPoints, sumInWords } from "./offer-sum.ts";
import { type OfferFormValues, piecesField } from "./offer-values.ts";

interface OfferFieldsProps extends OfferChoices {
  values: OfferFormValues;
  /** Key of unsaved text in this browser. */
  draftKey: string;
  /** Version that the form changes; null for a new offer. */
  version: number | null;
  /** So that a second press makes no second offer. */
  idempotencyKey: string;
  timeZone: string;
  /** `isSent` is false for an offer that the team passes on by a link. */
  onSaved: (id: string, isSent: boolean) => void;
}

/** The form of a new offer, and of a new version of an offer. Unsaved text stays in this browser. */
export function OfferFields(props: OfferFieldsProps) {
  const { values, draftKey, version, idempotencyKey, plans, extras, timeZone, onSaved } = props;
  const { Form, typed, result, field, ...draft } = useDraftForm<
    OfferFormValues,
    { id: string; isSent: boolean }
  >({
    key: draftKey,
    stored: values,
    base: version,
    onSaved: ({ data }) => onSaved(data?.id ?? "", data?.isSent ?? true),
  });
  const form = useRefusedForm(result);
  const sendsEmails = useSendsEmails();
  const now = typed.values;
  const plan = plans.find(({ id }) => id === now.packageId);
  const charged = plan?.charged ?? "once";
  const sum = sumInWords(now, extras, plan);
  const faults = Object.entries(result?.errors ?? {});
  // A fault of one point is named for its line, such as "points.2".
  const faultOfPoints = faults.find(([name]) => name.split(".")[0] === "points")?.[1];

  function choosePlan(id: string) {
    const chosen = plans.find((one) => one.id === id);
    if (chosen === undefined) {
      typed.setValues({ packageId: "" });
      return;
    }
    const restore = typed.remember();
    const { name, price, points, workingDays, includedRounds } = chosen;
    const ofExtras = extras.flatMap((extra) => pointsOf(extra, now[piecesField(extra.id)]));
    const own = ownPoints({
      points: now.points ?? "",
      given: [...(plan?.points ?? []), ...ofExtras],
    });
    typed.setValues({
      packageId: id,
      price,
      points: [...points, ...ofExtras, ...own].join("\n"),
      workingDays,
      includedRounds,
    });
    const hasOwnPrice = now.price?.trim() && now.price !== plan?.price;
    const hasOwnDays = now.workingDays?.trim() && now.workingDays !== plan?.workingDays;
    if (hasOwnPrice || hasOwnDays) {
      notifyWithUndo(`The price and the terms are now those of ${name}.`, restore, {
        id: "offer-plan",
      });
    }
  }

  /** The points of an add-on come and go with it. */
  function choosePieces(extra: ExtraChoice, pieces: string) {
    const name = piecesField(extra.id);
    const former = pointsOf(extra, now[name]);
    const left = (now.points ?? "").split("\n").filter((point) => !former.includes(point));
    const points = [...left, ...pointsOf(extra, pieces)].filter((point) => point.trim() !== "");
    typed.setValues({ [name]: pieces, points: points.join("\n") });
  }

  return (
    <Form method="post" noValidate ref={form} onSubmit={draft.onSubmit}>
      <input type="hidden" name="intent" value={version === null ? "make" : "change"} />
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <input type="hidden" name="version" value={typed.base ?? ""} />
      <Stack gap="md">
        {result?.notice && <Alert color="red">{result.notice}</Alert>}
        {typed.restoredAt !== null && (
          <Alert color="yellow">
            This is what you typed before. It is not saved yet.{" "}
            <Button size="compact-sm" variant="subtle" onClick={draft.discard}>
              Discard it
            </Button>
          </Alert>
        )}
        {version === null && (
          <Recipient
            email={now.email ?? ""}
            error={result?.errors.email ?? result?.errors.accountId}
            onEmail={(email) => typed.setValue("email", email)}
            onPerson={(person) => typed.setValues({ ...person, name: now.name || person.name })}
            name={field("name")}
            company={{
              isChosen: now.isForCompany === "yes",
              error: result?.errors.companyId,
              onChange: (yes) => typed.setValue("isForCompany", yes ? "yes" : ""),
            }}
          />
        )}
        <NativeSelect
          name="packageId"
          label="Plan"
          required
          value={now.packageId ?? ""}
          onChange={(event) => choosePlan(event.currentTarget.value)}
          error={result?.errors.packageId}
          data={[
            { value: "", label: "No plan: something else" },
            ...plans.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        {now.packageId === "" && (
          <TextInput
            {...field("title")}
            label="What you offer"
            required
            description="The name of the order, such as “A workshop of a day”."
            maxLength={longestTitle}
          />
        )}
        <TextInput
          {...field("price")}
          label={extras.length > 0 ? "Price without add-ons" : "Price"}
          required
          leftSection="$"
          description={
            plan && plan.price !== ""
              ? `In US dollars. The plan costs ${pricePer(dollarsFromCents(centsFromTyped(plan.price) ?? 0), plan.charged)}. A lower price is shown as a discount.`
              : "In US dollars; 0 for nothing to pay."
          }
          inputMode="decimal"
          autoComplete="off"
        />
        {plan && isRepeated(plan.charged) && (
          <NativeSelect
            {...field("priceCycles")}
            label="A price below that of the plan counts for"
            description="Stripe and PayPal charge it that often by themselves, and then the price of the plan. Payments Standard cannot: each later period is then paid by a link."
            data={cycleChoices}
          />
        )}
        {extras.length > 0 && (
          <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
            <Text component="legend" fw={600} size="sm" mb="xs">
              Add-ons
            </Text>
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              {extras.map((extra) => (
                <NativeSelect
                  key={extra.id}
                  name={piecesField(extra.id)}
                  label={`${extra.name}, ${priceOfExtra(extra, charged)}`}
                  description={
                    isSoldWith(extra, now.packageId ?? "") ? "" : `Not sold with ${plan?.name}`
                  }
                  inputWrapperOrder={["label", "input", "description", "error"]}
                  value={now[piecesField(extra.id)] ?? "0"}
                  onChange={(event) => choosePieces(extra, event.currentTarget.value)}
                  error={result?.errors[piecesField(extra.id)]}
                  data={piecesUpTo(extra.most)}
                />
              ))}
            </SimpleGrid>
          </fieldset>
        )}
        <Text fw={600} aria-live="polite">
          {sum !== "" && `In all: ${sum}`}
        </Text>
        <GrowingTextarea
          {...field("points")}
          error={faultOfPoints}
          label="What you promise"
          description="One point per line. Each delivery shows them."
          minRows={4}
          maxRows={20}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            {...field("workingDays")}
            label="Working days"
            description="Empty for no due date."
            inputMode="numeric"
            autoComplete="off"
          />
          <TextInput
            {...field("includedRounds")}
            label="Rounds of changes"
            description="Included in the price."
            inputMode="numeric"
            autoComplete="off"
          />
          <TextInput
            {...field("lastDay")}
            type="date"
            required
            label="Last day of the offer"
            description={`It ends by itself at the end of this day in ${timeZone}.`}
          />
          <TextInput
            {...field("payDays")}
            label="Days for paying"
            description="After the customer has accepted."
            inputMode="numeric"
            autoComplete="off"
          />
        </SimpleGrid>
        <GrowingTextarea
          {...field("note")}
          label="Note to the customer"
          minRows={3}
          maxRows={12}
          maxLength={longestNote}
        />
        {!sendsEmails && (
          <NoMailServer effect="The email of an offer waits, and so does the code with which a customer accepts." />
        )}
        {result?.errors.sends && <Alert color="red">{result.errors.sends}</Alert>}
        <Group gap="sm">
          <Button type="submit" name="sends" value="yes" loading={draft.isSaving}>
            {version === null ? "Send by email" : "Save and tell the customer"}
          </Button>
          <Button type="submit" name="sends" value="" variant="default" loading={draft.isSaving}>
            {version === null ? "Make it and copy a link" : "Save without an email"}
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          {version === null
            ? "On the phone? Make it, and paste its link into a message."
            : "The links that the customer has show the new version at once, with what has changed."}
        </Text>
      </Stack>
    </Form>
  );
}

function piecesUpTo(most: number) {
  return Array.from({ length: most + 1 }, (_, count) => ({
    value: String(count),
    label: count === 0 ? "None" : String(count),
  }));
}

/** An offer without a plan can have every add-on. */
function isSoldWith({ plans }: ExtraChoice, packageId: string): boolean {
  return packageId === "" || plans.length === 0 || plans.includes(packageId);
}

function priceOfExtra({ cents, goesWithPlan, most }: ExtraChoice, charged: PlanInterval): string {
  const price = goesWithPlan ? pricePer(dollarsFromCents(cents), charged) : dollarsFromCents(cents);
  return most > 1 ? `${price} each` : price;
}

function pointsOf({ points }: ExtraChoice, quantity = "0"): readonly string[] {
  const count = Number(quantity);
  return count > 0 ? pointsOfAddOn({ points }, count) : [];
}
