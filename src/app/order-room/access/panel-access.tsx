import { Alert, Button, Stack, Text, Title } from "@mantine/core";
import { useFetcher } from "react-router";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import classes from "../order-room.module.css";
import type { PanelRoom } from "../room-parts.server.ts";
import type { PersonWithAccessView } from "./access-part.server.ts";

export function PanelAccess({ room: { access: people = [] } }: { room: PanelRoom }) {
  if (people.length === 0) return null;
  return (
    <section aria-labelledby="order-access" className={classes.unprinted}>
      <Title order={2} id="order-access">
        Who can open this order
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        The links in emails open one part of this order without a password, for 14 days.
      </Text>
      <Stack gap="md">
        {people.map((person) => (
          <Person key={person.accountId} person={person} />
        ))}
      </Stack>
    </section>
  );
}

function Person({ person: { accountId, email, links, mayEnd } }: { person: PersonWithAccessView }) {
  const fetcher = useFetcher<ActionResult>();
  return (
    <div>
      <Text fw={600} style={{ overflowWrap: "anywhere" }}>
        {shownEmail(email)}
      </Text>
      <Text size="sm" c="dimmed">
        Can log in{links.length > 0 && ", and has:"}
      </Text>
      {links.map(({ purpose, opens, count, until, used }) => (
        <Text key={purpose} size="sm" c="dimmed">
          {count === 1 ? "1 link" : `${count} links`} {opens}, valid until {until}, {used}
        </Text>
      ))}
      {fetcher.data?.notice && <Alert color="red">{fetcher.data.notice}</Alert>}
      {mayEnd && (
        <fetcher.Form method="post">
          <input type="hidden" name="intent" value="end-links" />
          <input type="hidden" name="person" value={accountId} />
          <Button
            type="submit"
            variant="subtle"
            color="red"
            size="compact-sm"
            mih={44}
            ml="-0.5rem"
            aria-label={`Revoke these links of ${shownEmail(email)}`}
            loading={fetcher.state !== "idle"}
          >
            Revoke these links
          </Button>
        </fetcher.Form>
      )}
    </div>
  );
}
