import { Anchor, Button, Container, Group, Text, Title } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Link, useLocation, useNavigation } from "react-router";
import { useBusinessName } from "#app/document/business-name.ts";
import type { ErrorDescription } from "#app/ui/describe-error.ts";

export function AdminErrorPage({ status, title, detail }: ErrorDescription) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  // Moves the focus to the heading, so that screen readers announce the error, also that of a second
  // screen in a row. A navigation has a new key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation is what moves the focus
  useEffect(() => heading.current?.focus(), [key]);
  return (
    <Container component="section" py="xl" px={0} mx={0} size="sm">
      <title>{`${title} · ${useBusinessName()}`}</title>
      {status !== null && <Text c="dimmed">{status}</Text>}
      <Title order={1} mb="sm" ref={heading} tabIndex={-1} style={{ outline: "none" }}>
        {title}
      </Title>
      <Text mb="lg">{detail}</Text>
      <Group>
        {(status === null || status >= 500) && <TryAgain />}
        <Anchor component={Link} to="/admin">
          Go to the dashboard
        </Anchor>
        <Anchor href="/">View the site</Anchor>
      </Group>
    </Container>
  );
}

/**
 * Loads the screen again by a navigation, not by a revalidation. React Router keeps showing the
 * error when a fast revalidation ends before React has rendered its loading state.
 */
function TryAgain() {
  const { pathname, search } = useLocation();
  const { state } = useNavigation();
  return (
    <Button component={Link} to={`${pathname}${search}`} replace loading={state !== "idle"}>
      Try again
    </Button>
  );
}
