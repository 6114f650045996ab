import { Anchor, Container, Group, Text, Title } from "@mantine/core";
import type { ErrorDescription } from "../ui/describe-error.ts";

export function AdminErrorPage({ status, title, detail }: ErrorDescription) {
  return (
    <Container component="section" py="xl" size="sm">
      <Text c="dimmed">{status}</Text>
      <Title order={1} mb="sm">
        {title}
      </Title>
      <Text mb="lg">{detail}</Text>
      <Group>
        <Anchor href="/">Back Home</Anchor>
        <Anchor href="/dashboard">Your dashboard</Anchor>
      </Group>
    </Container>
  );
}
