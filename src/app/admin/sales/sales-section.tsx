import { Alert, Box, Card, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useNavigation } from "react-router";
import type { Sales } from "../../../orders/sales/read-sales.ts";
import { BarChart } from "./bar-chart.tsx";
import type { ChartLayout } from "./chart-series.ts";
import { RangeChoice, SplitChoice } from "./range-choice.tsx";
import { SalesFigures } from "./sales-figures.tsx";
import type { StepLabels } from "./step-labels.server.ts";

interface SalesProps {
  sales: Sales;
  labels: StepLabels;
  layouts: { readonly sales: ChartLayout; readonly orders: ChartLayout };
}

/** Totals and charts of sales for the range in the URL. */
export function SalesSection({ sales, labels, layouts }: SalesProps) {
  const navigation = useNavigation();
  const isLoading = navigation.state === "loading" && navigation.location.pathname === "/admin";
  return (
    <Stack component="section" aria-labelledby="sales" aria-busy={isLoading} gap="md">
      <Group justify="space-between" align="baseline">
        <Title order={2} id="sales">
          Sales and orders
        </Title>
        {sales.hasOrders && (
          <Text size="sm" c="dimmed">
            {labels.range}, by the day of the order, {sales.timeZone}
          </Text>
        )}
      </Group>
      {sales.hasOrders ? (
        <>
          <RangeChoice range={sales.range} />
          {sales.undated > 0 && (
            <Alert color="yellow">
              {sales.undated.toLocaleString("en-US")} orders are still being assigned to days and
              are missing here. Total Sales already includes them.
            </Alert>
          )}
          <Box opacity={isLoading ? 0.55 : 1}>
            <Stack gap="md">
              <SalesFigures sales={sales} />
              <Charts {...{ sales, labels, layouts }} />
            </Stack>
          </Box>
        </>
      ) : (
        <Card withBorder padding="lg">
          <Text fw={600}>Nothing sold yet</Text>
          <Text size="sm" c="dimmed" mt={4} maw={560}>
            After the first order you will see sales and orders by day, plan and status here.
          </Text>
        </Card>
      )}
    </Stack>
  );
}

function Charts({ sales, labels, layouts }: SalesProps) {
  const { split, step } = sales;
  return (
    <>
      <SplitChoice split={split} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <BarChart
          title={split === "plan" ? "Sales by plan" : "Sales by order status"}
          unit="dollars"
          {...{ step, labels, series: sales.sales, layout: layouts.sales }}
          empty="No paid orders in these days."
        />
        <BarChart
          title={split === "plan" ? "Orders by plan" : "Orders by payment status"}
          unit="orders"
          {...{ step, labels, series: sales.orders, layout: layouts.orders }}
          empty="No orders in these days."
        />
      </SimpleGrid>
    </>
  );
}
