import { Card, Text, Timeline, Title } from "@mantine/core";
import type { TimelineRow } from "../../ordering/order/timeline-row.server.ts";

const colours = { good: "field", stopped: "orange", plain: "gray" };

/** What happened to an order, oldest first, with who did it. */
export function OrderTimeline({ steps }: { steps: readonly TimelineRow[] }) {
  return (
    <Card withBorder>
      <Title order={2} mb="md">
        Timeline
      </Title>
      <Timeline bulletSize={14} lineWidth={2} active={steps.length}>
        {steps.map(({ tone, title, detail, by, isoDate, fullDate }, index) => (
          <Timeline.Item
            // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added at the end
            key={index}
            color={colours[tone]}
            title={title}
          >
            {detail && (
              <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
                {detail}
              </Text>
            )}
            <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
              {by && `${by}, `}
              <time dateTime={isoDate}>{fullDate}</time>
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Card>
  );
}
