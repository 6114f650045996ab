import { PageHeader } from "./page-header.tsx";

export function ServicePageHeader() {
  return <PageHeader title="Service Page" crumb="Service" />;
}
