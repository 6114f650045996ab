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
  {
    protection: "Bots that invent addresses fill neither memory nor the table of missing pages",
    file: "src/content/addresses/missing-pages.ts",
    find: '  if (paths.length > 0) await tx.deleteFrom("missing_pages").where("path", "in", paths).execute();\n',
    replace: "",
    tests: ["src/content/addresses/missing-pages.test.ts"],
  },
  {
    protection: "The list of missing pages keeps no address that may be a secret or name a person",
    file: "src/content/addresses/missing-pages.ts",
    find: ' || path.includes("/.") || isPersonal(path)',
    replace: "",
    tests: ["src/content/addresses/missing-pages.test.ts"],
  },
  {
    protection: "An import of redirects makes no loop",
    file: "src/content/addresses/plan-redirects.ts",
    find: 'if ("loop" in end) {',
    replace: "if (false as boolean) {",
    tests: ["src/content/addresses/plan-redirects.test.ts"],
  },
  {
    protection: "A menu shows no entry whose page has no content",
    file: "src/seo/menu.ts",
    find: "  if (!hasContent(site, page)) return null;\n",
    replace: "",
    tests: ["src/seo/menu.test.ts"],
  },
];
