import { Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { LinkedText } from "#app/ui/linked-text.tsx";
import classes from "../messages/order-messages.module.css";
import type { PanelRoom } from "../room-parts.server.ts";
import type { PasswordView } from "./passwords-part.server.ts";

const ShowPassword = lazy(() => import("./show-password.tsx"));

/** Passwords that the customer has given. A dialog shows one password at a time. */
export function PanelPasswords({ room }: { room: PanelRoom }) {
  const { passwords } = room.passwords;
  const [asked, setAsked] = useState<PasswordView | null>(null);
  if (passwords.length === 0) return null;
  return (
    <Stack component="section" gap="sm" aria-labelledby="passwords">
      <Title order={2} id="passwords">
        Passwords
      </Title>
      {passwords.map((password) => (
        <Card withBorder key={password.id} component="article" aria-label={password.label}>
          <Password password={password} onShow={() => setAsked(password)} />
        </Card>
      ))}
      {asked !== null && (
        <Suspense fallback={null}>
          <ShowPassword password={asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </Stack>
  );
}

function Password({ password, onShow }: { password: PasswordView; onShow: () => void }) {
  const { label, userName, address, addedAt, replacedAt, givenBy, isReadable, showings } = password;
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Title order={3} size="h4" style={{ overflowWrap: "anywhere" }}>
          {label}
        </Title>
        {isReadable && (
          <Button
            variant="default"
            size="sm"
            onClick={onShow}
            aria-label={`Show the password for ${label}`}
          >
            Show password
          </Button>
        )}
      </Group>
      {userName !== "" && (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          User name: <b>{userName}</b>
        </Text>
      )}
      {address !== "" && (
        <Text size="sm" className={classes.text}>
          <LinkedText text={address} />
        </Text>
      )}
      {!isReadable && (
        <Text size="sm" c="red">
          This password can no longer be read, because the server’s secret key has changed. Ask the
          customer to enter the password again.
        </Text>
      )}
      <Text size="sm" c="dimmed">
        Given by {givenBy} on {addedAt}
        {replacedAt !== "" && `, replaced on ${replacedAt}`}
      </Text>
      {showings.length > 0 && (
        <Text component="ul" size="sm" c="dimmed" pl={0} style={{ listStyle: "none" }}>
          {showings.map(({ by, at }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: showings are only ever added at the end
            <li key={index}>
              Shown to {by} on {at}
            </li>
          ))}
        </Text>
      )}
    </Stack>
  );
}
