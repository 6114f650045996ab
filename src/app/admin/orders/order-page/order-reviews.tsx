import { Stack, Title } from "@mantine/core";
import { lazy, Suspense } from "react";
import { decisionPlace } from "#app/order-room/fragments.ts";
import type { TeamRoom } from "#app/order-room/room-parts.server.ts";
import { actionsPlace } from "./order-actions.tsx";

/** Loaded later, because few orders have a payment to review. */
const ReviewCard = lazy(async () => {
  const { ReviewCard: card } = await import("#app/admin/money/review-card.tsx");
  return { default: card };
});

/** The payments that wait for a decision, for people who may move money. */
export function OrderReviews({ room: { reviews, money } }: { room: TeamRoom }) {
  if (reviews.length === 0 || !money.movesMoney) return null;
  return (
    <Stack component="section" gap="sm" aria-labelledby={decisionPlace} data-next={actionsPlace}>
      <Title order={2} id={decisionPlace} tabIndex={-1}>
        {reviews.length === 1 ? "A payment needs review" : `${reviews.length} payments need review`}
      </Title>
      {reviews.map((review) => (
        <Suspense key={review.id} fallback={null}>
          <ReviewCard review={review} />
        </Suspense>
      ))}
    </Stack>
  );
}
