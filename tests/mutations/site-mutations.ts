import type { Mutation } from "./mutation.ts";

/** Protections of the pages that customers and visitors use. */
export const siteMutations: readonly Mutation[] = [
  {
    protection: "A link in a rich text runs no code",
    file: "src/content/rich-text/rich-text.ts",
    find: "return value.length <= longestAddress && (isContentLink(value) || isPageTarget(value));",
    replace: "return value.length <= longestAddress;",
    tests: ["src/content/rich-text/rich-text.test.ts"],
  },
  {
    protection: "A rich text that is too large is refused before the schema reads it",
    file: "src/content/rich-text/rich-text.ts",
    find: "if (nodes > mostRichTextNodes) {",
    replace: "if (false) {",
    tests: ["src/content/rich-text/rich-text.test.ts"],
  },
  {
    protection: "A form of a section leads to no other site",
    file: "src/app/landing/kinds/section-form.server.ts",
    find: 'localPathOr(values.after, "/thanks")',
    replace: 'values.after || "/thanks"',
    tests: ["tests/section-forms.test.ts"],
  },
  {
    protection: "Deleting an account needs its password",
    file: "src/access/accounts/delete-account.ts",
    find: "  await confirmPassword(dependencies.access, headers, { email, password });\n",
    replace: "",
    tests: ["src/access/accounts/delete-account.test.ts"],
  },
  {
    protection: "A deleted account leaves no postal address on its orders",
    file: "src/orders/personal-orders.server.ts",
    find: '        customer_address: "",\n',
    replace: "",
    tests: ["src/access/accounts/delete-account.test.ts"],
  },
  {
    protection: "A wrong password confirms no session",
    file: "src/access/confirmation/confirm-again.ts",
    find: 'await confirmPassword(access, headers, { email: own.email, password: password ?? "" });',
    replace: "",
    tests: ["src/access/confirmation/confirm-again.test.ts"],
  },
  {
    protection: "Only the team reads the notes to the owner",
    file: "src/content/model/define.ts",
    find: ".filter((name) => !fields[name]?.teamOnly)",
    replace: "",
    tests: [
      "src/content/records/owner-notes.test.ts",
      "src/api/content/content-routes.test.ts",
      "src/content/records/content-store.test.ts",
    ],
  },
  {
    protection: "The last owner cannot be removed",
    file: "src/access/admins/user-records.ts",
    find: "if (emails.length > 0 && (await verifiedAmong(tx, emails)).size > 0) return;",
    replace: "return;",
    tests: ["src/access/accounts/delete-account.test.ts", "src/access/admins/admins.test.ts"],
  },
];
