import { Anchor, List, Stack, Table, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { Facts, FactsCard } from "../facts.tsx";
import type { WholeOfferRow } from "./offer-row.server.ts";

interface OfferFactsProps {
  row: WholeOfferRow;
  /** Whoever may make offers may see customers. */
  mayMake: boolean;
}

export function OfferFacts({ row, mayMake }: OfferFactsProps) {
  const { accountId, email, isForCompany, people, to } = row;
  return (
    <FactsCard title="Terms">
      <Facts
        facts={[
          [
            "For",
            accountId !== null && mayMake ? (
              <Anchor key="to" component={Link} to={`/people/${accountId}`} inherit>
                {to}
              </Anchor>
            ) : (
              to
            ),
          ],
          ["Email", email !== to && email],
          ["Who may accept", isForCompany && people.map(shownEmail).join(", ")],
          ["Price", row.price],
          [row.state === "ended" ? "Ended on" : "Last day", row.lastDay],
          ["Days for paying", String(row.payDays)],
          ["Working days", row.workingDays > 0 ? String(row.workingDays) : "No due date"],
          ["Rounds", String(row.includedRounds)],
          ["Sent", row.sent],
        ]}
      />
    </FactsCard>
  );
}

export function OfferContentParts({ row }: { row: WholeOfferRow }) {
  const { lines, points, note, total } = row;
  return (
    <section aria-labelledby="offer-content">
      <Title order={2} size="h3" id="offer-content" mb="xs">
        What is offered
      </Title>
      <Stack gap="md">
        <Table maw={560} aria-label="What the price consists of">
          <Table.Tbody>
            {lines.map(({ label, amount }) => (
              <Table.Tr key={`${label} ${amount}`}>
                <Table.Th scope="row" fw={400} ps={0} style={{ overflowWrap: "anywhere" }}>
                  {label}
                </Table.Th>
                <Table.Td ta="end" pe={0}>
                  {amount}
                </Table.Td>
              </Table.Tr>
            ))}
            <Table.Tr>
              <Table.Th scope="row" ps={0}>
                Total
              </Table.Th>
              <Table.Td ta="end" pe={0} fw={600}>
                {total}
              </Table.Td>
            </Table.Tr>
          </Table.Tbody>
        </Table>
        {points.length > 0 && (
          <List>
            {points.map((point) => (
              <List.Item key={point} style={{ overflowWrap: "anywhere" }}>
                {point}
              </List.Item>
            ))}
          </List>
        )}
        {note !== "" && (
          <div>
            <Text fw={500} size="sm" c="dimmed">
              Note to the customer
            </Text>
            <Text style={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>{note}</Text>
          </div>
        )}
      </Stack>
    </section>
  );
}

/** The newest event first, as on the page of an order. */
export function OfferHistory({ row }: { row: WholeOfferRow }) {
  return (
    <section aria-labelledby="offer-history">
      <Title order={2} size="h3" id="offer-history" mb="xs">
        History
      </Title>
      <Stack component="ol" gap="sm" m={0} p={0} style={{ listStyle: "none" }}>
        {row.events.map(({ key, what, version, who, isoDate, when, changes }) => (
          <li key={key}>
            <Text>
              {what}
              {version !== "" && `, ${version.toLowerCase()}`}
            </Text>
            <Text c="dimmed" size="sm" style={{ overflowWrap: "anywhere" }}>
              <time dateTime={isoDate}>{when}</time>
              {who !== "" && `, ${who}`}
            </Text>
            {changes.map(({ label, before, after }) => (
              <Text
                key={`${label} ${before} ${after}`}
                size="sm"
                style={{ overflowWrap: "anywhere" }}
              >
                {label}: {before !== "" && <del>{before}</del>} {after}
              </Text>
            ))}
          </li>
        ))}
      </Stack>
    </section>
  );
}
