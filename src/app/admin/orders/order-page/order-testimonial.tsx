import { Alert, Anchor, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Link, useFetcher, useLocation } from "react-router";
import { testimonialPlace } from "#app/order-room/fragments.ts";
import classes from "#app/order-room/order-room.module.css";
import type { TeamRoom } from "#app/order-room/room-parts.server.ts";
import type { GivenView } from "#app/order-room/testimonial/testimonial-part.server.ts";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { actionsPlace } from "./order-actions.tsx";

/** The customer's testimonial, with the two answers of a person who may publish it. */
export function OrderTestimonial({ room: { testimonial } }: { room: TeamRoom }) {
  return testimonial === null ? null : <TestimonialCard testimonial={testimonial} />;
}

function TestimonialCard({ testimonial }: { testimonial: GivenView }) {
  const { words, personName, company, companyLink, result, givenBy, givenOn } = testimonial;
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === `#${testimonialPlace}`) heading.current?.scrollIntoView({ block: "center" });
  }, [hash]);
  return (
    <Card
      withBorder
      component="section"
      aria-labelledby={testimonialPlace}
      data-next={actionsPlace}
    >
      <Stack gap="sm">
        <Title order={2} id={testimonialPlace} ref={heading} tabIndex={-1}>
          {titleOf(testimonial)}
        </Title>
        <Text size="sm" c="dimmed">
          {givenBy} wrote it on {givenOn}, and agreed to its publication with the name.
        </Text>
        <Text className={classes.deliveryText}>{words}</Text>
        <Text size="sm" className={classes.deliveryText}>
          {[personName, company, companyLink].filter(Boolean).join(", ")}
          {result && `\n${result}`}
        </Text>
        <Answers testimonial={testimonial} />
      </Stack>
    </Card>
  );
}

function titleOf({ answer }: GivenView): string {
  if (answer === null) return "The customer has written a testimonial";
  return answer === "published" ? "Testimonial published" : "Testimonial declined";
}

function Answers({ testimonial }: { testimonial: GivenView }) {
  const { answer, answeredBy, answeredOn, isOnSite, editPath } = testimonial;
  const fetcher = useFetcher<ActionResult>();
  const sent = fetcher.formData?.get("intent");
  const notice = fetcher.data?.notice;
  if (answer === "declined") {
    return (
      <Text size="sm">
        Declined by {answeredBy} on {answeredOn}. The customer was not told.
      </Text>
    );
  }
  if (answer === "published") {
    return (
      <Text size="sm">
        Published by {answeredBy} on {answeredOn}.{" "}
        {isOnSite ? (
          <Anchor component={Link} to={editPath} inherit>
            Edit it, or add a picture
          </Anchor>
        ) : (
          "It was removed from the website since."
        )}
      </Text>
    );
  }
  return (
    <>
      {notice && <Alert color="red">{notice}</Alert>}
      <Text size="sm">
        You can edit it afterwards, and add a picture. A decline is not told to the customer.
      </Text>
      <fetcher.Form method="post">
        <Group gap="xs">
          <Button
            type="submit"
            name="intent"
            value="publish-testimonial"
            size="md"
            loading={sent === "publish-testimonial"}
            disabled={sent === "decline-testimonial"}
          >
            Publish on the website
          </Button>
          <Button
            type="submit"
            name="intent"
            value="decline-testimonial"
            variant="default"
            size="md"
            loading={sent === "decline-testimonial"}
            disabled={sent === "publish-testimonial"}
          >
            Decline
          </Button>
        </Group>
      </fetcher.Form>
    </>
  );
}
