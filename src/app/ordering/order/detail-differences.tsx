import {
  type CustomerDetails,
  customerDetailNames,
  type DetailName,
} from "#platform/texts/customer-details.ts";

const labels: Readonly<Record<DetailName, string>> = {
  customerName: "Full name",
  customerAddress: "Address",
  customerCountry: "Country",
  customerWebsite: "Website",
};

interface DetailDifferencesProps {
  typed: CustomerDetails;
  stored: CustomerDetails;
}

/** What stands in the order now, for each detail that differs from the typed one. */
export function DetailDifferences({ typed, stored }: DetailDifferencesProps) {
  const different = customerDetailNames.filter((name) => typed[name].trim() !== stored[name]);
  if (different.length === 0) return null;
  return (
    <ul>
      {different.map((name) => (
        <li key={name}>
          {labels[name]} in the order now: <strong>{stored[name] || "none"}</strong>
        </li>
      ))}
    </ul>
  );
}
