import type { CompanyRight, CompanyRights } from "#policy/company.ts";

export const rightWords: Readonly<Record<CompanyRight, { label: string; hint: string }>> = {
  orders: {
    label: "Orders",
    hint: "See the orders, messages, files and passwords, write to us and accept deliveries.",
  },
  payments: {
    label: "Payments",
    hint: "See prices and receipts, pay and cancel, and get the emails about payments.",
  },
  mayOrder: { label: "May order", hint: "Order plans for the company." },
  people: {
    label: "Manages people",
    hint: "Invite, change and remove people. Includes the other rights.",
  },
};

export const rightNames: readonly CompanyRight[] = ["orders", "payments", "mayOrder", "people"];

/** Names of a person's rights, such as "Orders, payments". */
export function rightsInWords(rights: CompanyRights): string {
  if (rights.people) return "Full access, and manages people";
  const names = rightNames.filter((name) => rights[name]).map((name) => rightWords[name].label);
  const line = names.join(", ").toLowerCase();
  return line.charAt(0).toUpperCase() + line.slice(1);
}

/** The rights in a sent form; browsers send only ticked boxes. */
export function rightsInForm(values: Readonly<Record<string, string>>): CompanyRights {
  const isTicked = (name: CompanyRight) => values[name] === "yes";
  return {
    orders: isTicked("orders"),
    payments: isTicked("payments"),
    mayOrder: isTicked("mayOrder"),
    people: isTicked("people"),
  };
}

/** Initial values of `RightFields`: "yes" for each right that the person has. */
export function formOfRights(rights: CompanyRights): Record<string, string> {
  return Object.fromEntries(rightNames.map((name) => [name, rights[name] ? "yes" : ""]));
}
