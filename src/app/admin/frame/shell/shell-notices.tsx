import { Alert, Anchor, Button, Group, Text } from "@mantine/core";

interface ShellNoticesProps {
  /** Role as which an owner sees the panel. */
  seenAs: string | null;
  /** Day until which the person has to switch on a second factor. */
  secondFactorDue: string | null;
}

/** Notices above every screen. */
export function ShellNotices({ seenAs, secondFactorDue }: ShellNoticesProps) {
  return (
    <>
      {seenAs !== null && (
        <Alert color="blue" mb="lg">
          <form method="post" action="/admin/see-as">
            <Group justify="space-between">
              <Text size="sm">You are viewing the panel with the role {seenAs}.</Text>
              <Button type="submit" size="xs" variant="default">
                Back to your own view
              </Button>
            </Group>
          </form>
        </Alert>
      )}
      {secondFactorDue !== null && (
        <Alert color="yellow" mb="lg">
          The owner requires a second factor from the team. Switch yours on by {secondFactorDue} on
          your{" "}
          <Anchor href="/account/security" size="sm" underline="always">
            Security
          </Anchor>{" "}
          page.
        </Alert>
      )}
    </>
  );
}
