import {
  Anchor,
  Button,
  Group,
  Paper,
  Progress,
  Stack,
  Text,
  ThemeIcon,
  Title,
} from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { Link, useFetcher } from "react-router";
import { IconCheck } from "#app/ui/icons/icon-check.ts";
import { IconCircle } from "#app/ui/icons/icon-circle.ts";
import type { FirstStep } from "#content/records/first-steps.ts";
import { useOnce } from "../frame/forms/use-once.ts";
import classes from "./admin-dashboard.module.css";
import { rememberFolded } from "./folded-steps.ts";

interface FirstStepsCardProps {
  steps: readonly FirstStep[];
  isFolded: boolean;
}

export default function FirstStepsCard({ steps, isFolded }: FirstStepsCardProps) {
  const fetcher = useFetcher();
  const once = useOnce();
  const done = steps.filter(({ isDone }) => isDone).length;
  const tick = (step: string) =>
    once(step, () => fetcher.submit({ step }, { method: "post", action: "/admin/first-steps" }));
  // React writes `open` only once, so a reload of the data does not unfold what the person folds.
  const [opensAtFirst] = useState(!isFolded);
  const details = useRef<HTMLDetailsElement>(null);
  // The browser folds the card also before React listens, and then reports nothing to React.
  useEffect(() => {
    const isOpen = details.current?.open;
    if (isOpen !== undefined && isOpen !== opensAtFirst) rememberFolded(!isOpen);
  }, [opensAtFirst]);
  return (
    <Paper
      withBorder
      p="md"
      component="details"
      ref={details}
      open={opensAtFirst}
      onToggle={({ currentTarget }) => rememberFolded(!(currentTarget as HTMLDetailsElement).open)}
    >
      <summary className={classes.summary}>
        <Title order={2} size="h4">
          First steps
        </Title>
        <Text size="sm" c="dimmed">
          {done} of {steps.length} done
        </Text>
      </summary>
      <Progress value={(100 * done) / steps.length} mt="sm" mb="md" aria-label="First steps done" />
      <Stack gap="xs">
        {steps.map((step) => (
          <Group key={step.name} wrap="nowrap" align="start">
            <ThemeIcon variant={step.isDone ? "filled" : "default"} radius="xl" size="sm" mt={2}>
              {step.isDone ? <IconCheck size={14} /> : <IconCircle size={14} />}
            </ThemeIcon>
            <div>
              {step.isDone ? (
                <Text td="line-through" c="dimmed">
                  {step.title}
                </Text>
              ) : (
                <Anchor component={Link} to={step.path} reloadDocument={step.name === "legal"}>
                  {step.title}
                </Anchor>
              )}
              {!step.isDone && (
                <Text size="sm" c="dimmed">
                  {step.detail}
                </Text>
              )}
            </div>
            {step.isTickedByHand && !step.isDone && (
              <Button
                size="compact-sm"
                variant="default"
                ml="auto"
                flex="none"
                onClick={() => tick(step.name)}
              >
                Mark as done
              </Button>
            )}
          </Group>
        ))}
      </Stack>
      <Button
        mt="md"
        ml={-8}
        size="compact-sm"
        variant="subtle"
        color="gray"
        style={{ alignSelf: "start" }}
        onClick={() => tick("dismissed")}
      >
        Hide steps for the whole team
      </Button>
    </Paper>
  );
}
