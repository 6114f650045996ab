import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import { EmptyList } from "#app/admin/frame/list/empty-list.tsx";
import { ListView } from "#app/admin/frame/list/list-view.tsx";
import { readList } from "#app/admin/frame/list/read-list.server.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageOfCoupons } from "#orders/coupons/read-coupons.ts";
import { may } from "#policy/rights.ts";
import type { Route } from "./+types/coupons";
import { couponRow } from "./coupon-row.server.ts";
import { couponsList } from "./coupons-list.tsx";

export const handle = {
  breadcrumb: [{ label: "Payments", path: "/payments" }, { label: "Coupons" }],
};

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Coupons", matches);
}

const pageSize = 20;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const reader = await dateReader(services, request);
  const { search, shown } = await readList(services, actor, request, couponsList);
  const coupons = await pageOfCoupons(services, actor, { ...search, pageSize });
  return {
    coupons: { ...coupons, items: coupons.items.map((coupon) => couponRow(coupon, reader)) },
    shown,
    mayChange: may(actor, "give discounts"),
  };
}

const empty = {
  title: "No coupons yet",
  why: "A coupon is a code that takes a part off the price. Set for which plans it counts, from when until when, and how many orders can have it.",
};
const first = { label: "Make the first coupon", path: "/coupons/new" };

export default function Coupons({ loaderData }: Route.ComponentProps) {
  const { coupons, shown, mayChange } = loaderData;
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1}>Coupons</Title>
        {mayChange && (
          <Button component={Link} to="/coupons/new">
            New coupon
          </Button>
        )}
      </Group>
      <Text maw={720}>
        Each order with a coupon counts as one of its uses. An order that is cancelled, or still
        unpaid after 48 hours, gives its use back. If it is paid later and no use is left, it keeps
        its price and is shown as “over”.
      </Text>
      <ListView
        list={couponsList}
        {...shown}
        label="All coupons"
        page={coupons}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/coupons/${id}`}
        nameOf={({ code }) => `coupon ${code}`}
        empty={<EmptyList {...empty} {...(mayChange && { todo: first })} />}
      />
    </Stack>
  );
}
