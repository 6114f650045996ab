import { PageHeader } from "./page-header.tsx";

export function PricingPageHeader() {
  return <PageHeader title="Pricing" crumb="Pricing" />;
}
