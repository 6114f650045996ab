import {
  Alert,
  Badge,
  Button,
  Card,
  Group,
  Progress,
  Stack,
  Table,
  Text,
  Textarea,
  TextInput,
  Title,
} from "@mantine/core";
import { useId } from "react";
import { useFetcher } from "react-router";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import classes from "../order-room.module.css";
import type { PanelRoom } from "../room-parts.server.ts";
import type { CheckView, DifferencesView, WebsiteView } from "./website-part.server.ts";

export default function PanelWebsite({ room: { website: row, order } }: { room: PanelRoom }) {
  const { isCheckable } = order;
  const { website, before, after, nextAfter, withoutBefore, differences, isChecking } = row;
  if (!isCheckable && before === null) return null;
  const hasFailed = before !== null && ["unreachable", "refused"].includes(before.state);
  const again = isCheckable ? "Check the website again, or change its address." : "";
  const againOrSkip = isCheckable
    ? "Check the website again, change its address, or skip the check."
    : "";
  return (
    <Stack component="section" gap="sm" aria-labelledby="website" className={classes.unprinted}>
      <Group justify="space-between" gap="xs">
        <Group gap="sm">
          <Title order={2} id="website">
            Website
          </Title>
          <State row={row} />
        </Group>
        {isCheckable && website !== "" && <CheckNow row={row} />}
      </Group>
      {website === "" ? (
        <Text size="sm">
          The order has no website address. Enter it to check the website before the work starts.
        </Text>
      ) : (
        <Text size="sm" className={classes.deliveryText}>
          {website}
        </Text>
      )}
      {before && <CheckCard title="Before the work" check={before} advice={againOrSkip} />}
      {withoutBefore !== null && (
        <Text size="sm">
          The check before the work was skipped (“{withoutBefore}”). Later checks show findings, but
          cannot compare them with the website before the work.
        </Text>
      )}
      {after && <CheckCard title="Last check" check={after} advice={again} />}
      {nextAfter && (
        <CheckCard title={isChecking ? "Now" : "Newest check"} check={nextAfter} advice={again} />
      )}
      {hasFailed && isCheckable && (
        <ReasonForm
          intent="without-before"
          summary="Skip the check before the work"
          label="Why?"
          button="Skip the check"
        />
      )}
      {isCheckable && (
        <ReasonForm
          intent="check-website"
          summary={website === "" ? "Enter the address" : "The website has moved"}
          label={website === "" ? "" : "Why is the address changing?"}
          button={website === "" ? "Check this website" : "Change the address and check"}
          hasAddress
          isOpen={website === ""}
        />
      )}
      {differences && <Differences differences={differences} />}
    </Stack>
  );
}

function State({ row: { before, nextAfter, differences, isChecking } }: { row: WebsiteView }) {
  const problem = [nextAfter, before].find(
    (check) => check && ["unreachable", "refused"].includes(check.state),
  );
  if (isChecking) return <Look colour="blue">Checking</Look>;
  if (problem) return <Look colour="red">Not checked</Look>;
  if (differences !== null) return <Look colour="green">Checked before and after</Look>;
  return before?.state === "done" ? <Look colour="green">Checked before the work</Look> : null;
}

function Look({ colour, children }: { colour: string; children: string }) {
  return (
    <Badge variant="dot" color={colour}>
      {children}
    </Badge>
  );
}

function CheckNow({ row: { isChecking, before, nextAfter } }: { row: WebsiteView }) {
  const fetcher = useFetcher<ActionResult>();
  const waits = [before, nextAfter].some((check) => check !== null && check.nextAttempt !== "");
  if (isChecking && !waits) return null;
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value="check-website" />
      <Button type="submit" h={44} variant="default" loading={fetcher.state !== "idle"}>
        {waits ? "Try again now" : "Check the website now"}
      </Button>
      {fetcher.data?.notice && (
        <Text size="sm" c="red" role="alert">
          {fetcher.data.notice}
        </Text>
      )}
    </fetcher.Form>
  );
}

interface CheckCardProps {
  title: string;
  check: CheckView;
  /** What the team can do when the website was not reached for three days; "" for nothing. */
  advice: string;
}

function CheckCard({ title, check, advice }: CheckCardProps) {
  const { state, sentence, date, pages, findings, sample, nextAttempt, progressWords } = check;
  const label = useId();
  const hasFailed = state === "unreachable" || state === "refused";
  if (hasFailed) {
    return (
      <Alert color="red" title={`${title}: the website could not be checked`}>
        {sentence}
        {state === "unreachable" && ` The site tried for three days. ${advice}`}
      </Alert>
    );
  }
  if (nextAttempt !== "") {
    return (
      <Alert color="yellow" title={`${title}: the website does not answer`}>
        {sentence} The next attempt is on {nextAttempt}. After three days you decide how to
        continue.
      </Alert>
    );
  }
  if (state === "done") {
    return (
      <Text size="sm">
        <b>{title}</b>, {date}: {findings === 1 ? "1 finding" : `${findings} findings`} on{" "}
        {pages === 1 ? "1 page" : `${pages} pages`}. {sample}
      </Text>
    );
  }
  return (
    <Card withBorder p="sm">
      <Text size="sm" id={label}>
        <b>{title}</b>: {progressWords}
      </Text>
      <Progress.Root size="lg" mt="xs">
        <Progress.Section value={check.progress} aria-labelledby={label} />
      </Progress.Root>
    </Card>
  );
}

interface ReasonFormProps {
  intent: "without-before" | "check-website";
  summary: string;
  /** Label of the reason; "" for a form without one. */
  label: string;
  button: string;
  hasAddress?: boolean;
  isOpen?: boolean;
}

function ReasonForm({ intent, summary, label, button, hasAddress, isOpen }: ReasonFormProps) {
  const fetcher = useFetcher<ActionResult>();
  const form = fetcher.data;
  return (
    <details className={classes.proofs} open={isOpen || form?.notice !== undefined}>
      <summary>{summary}</summary>
      <fetcher.Form method="post" aria-label={summary}>
        <input type="hidden" name="intent" value={intent} />
        <Stack gap="sm" mt="xs" maw={480}>
          {form?.notice && <Alert color="red">{form.notice}</Alert>}
          {hasAddress && (
            <TextInput
              name="website"
              label="Address of the website"
              placeholder="example.com"
              inputMode="url"
              size="md"
              required
              error={form?.errors.website}
            />
          )}
          {label !== "" && (
            <Textarea
              name="reason"
              label={label}
              size="md"
              autosize
              minRows={2}
              maxLength={500}
              required
              error={form?.errors.reason}
            />
          )}
          <div>
            <Button type="submit" h={44} variant="default" loading={fetcher.state !== "idle"}>
              {button}
            </Button>
          </div>
        </Stack>
      </fetcher.Form>
    </details>
  );
}

function Differences({ differences }: { differences: DifferencesView }) {
  const { checks, compared, notes } = differences;
  return (
    <Stack gap="xs">
      <Table.ScrollContainer minWidth={360}>
        <Table aria-label="Findings before and after the work" verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Finding</Table.Th>
              <Table.Th ta="right">Before</Table.Th>
              <Table.Th ta="right">Now</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {checks.map((check) => (
              <Table.Tr key={check.id}>
                <Table.Th scope="row" fw={500}>
                  {check.label}
                  <Pages title="fixed" pages={check.mended} />
                  <Pages title="new" pages={check.added} />
                  <Pages title="still there" pages={check.same} />
                </Table.Th>
                <Table.Td ta="right">{check.before}</Table.Td>
                <Table.Td ta="right">{check.after}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="sm" c="dimmed">
        Compared on {compared === 1 ? "1 page" : `${compared} pages`}. {notes.join(" ")}
      </Text>
    </Stack>
  );
}

function Pages({ title, pages }: { title: string; pages: readonly string[] }) {
  if (pages.length === 0) return null;
  return (
    <details className={classes.proofs}>
      <summary>
        {pages.length} {title}
      </summary>
      <Text component="ul" size="sm" fw={400} className={classes.deliveryText}>
        {pages.map((page) => (
          <li key={page}>{page}</li>
        ))}
      </Text>
    </details>
  );
}
