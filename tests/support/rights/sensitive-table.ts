import type { SensitiveRight } from "#policy/sensitive.ts";

interface Uses {
  /** REST calls that use the right. */
  readonly calls: readonly string[];
  /** Forms of the panel and of the account pages that use the right. */
  readonly forms: readonly SentForm[];
}

interface SentForm {
  /** Path of the action; names in braces stand for ids of the test's site. */
  readonly path: string;
  /** Null for a link to a file. */
  readonly values: Readonly<Record<string, string>> | null;
  /** True if the answer is a file, so that a refusal leads to `/account/confirm`. */
  readonly isDownload?: true;
}

const form = (path: string, values: Readonly<Record<string, string>> = {}): SentForm => ({
  path,
  values,
});

/** A form of settings that were never saved. */
function settingForm(
  part: string,
  values: Readonly<Record<string, string>>,
  intent = "save",
  names = Object.keys(values),
): SentForm {
  const revisions = names.map((name) => [`revision.${name}`, "0"]);
  return form("/admin/settings", { part, intent, ...values, ...Object.fromEntries(revisions) });
}

/**
 * Every use of a sensitive right. `api/old-sessions.test.ts` and `tests/old-sessions.test.ts` send
 * them from sessions of each kind, and fail when another call asks for a confirmation.
 */
export const sensitiveUses: Readonly<Record<SensitiveRight, Uses>> = {
  "change where payments go": {
    calls: [
      "PUT /api/paypal-email/{id}",
      "POST /api/add-email",
      "DELETE /api/paypal-email/{id}",
      "POST /api/settings/payments/accounts",
      "DELETE /api/settings/payments/accounts/{id}",
      "PUT /api/settings/payments/mode",
    ],
    forms: [
      form("/settings/payments", {
        intent: "connect",
        kind: "stripe",
        mode: "test",
        "fields.secretKey": "pk_test_planted",
      }),
      form("/settings/payments", { intent: "disconnect", id: "unknown" }),
      form("/settings/payments", { intent: "switch", mode: "live" }),
    ],
  },
  "change settings": {
    calls: ["PUT /api/settings", "POST /api/settings/test-mail"],
    forms: [
      form("/admin/settings", {
        part: "mail",
        intent: "save",
        mailSender: "Eve <eve@example.com>",
        "mailServer.host": "mail.example.com",
        "mailServer.port": "465",
        "mailServer.encryption": "tls",
        "mailServer.user": "",
        "revision.mailSender": "0",
        "revision.mailServer": "0",
      }),
      settingForm("mail", { mailSender: "eve@example.com" }, "test"),
      settingForm("owner", { ownerAddress: "eve@example.com" }),
      settingForm("backups", { backupInterval: "1d" }),
      { ...settingForm("backups", { backupInterval: "1d" }), path: "/backups" },
      {
        ...settingForm("bank-transfer", { "bankTransfer.note": "Eve" }, "save", ["bankTransfer"]),
        path: "/settings/payments",
      },
      settingForm("passwords", { orderPasswordDays: "9" }),
      settingForm("second-factor", {}, "save", ["staffSecondFactor"]),
      form("/admin/test-mail"),
    ],
  },
  "update users": {
    calls: [
      "POST /api/add-user",
      "PUT /api/upadete-users/{id}",
      "DELETE /api/users/{id}",
      "POST /api/users/{id}/invitation",
    ],
    forms: [
      form("/add-user", { intent: "add", userEmail: "eve@example.com", userRole: "Admin" }),
      form("/add-user", { intent: "invite", id: "{user}" }),
      form("/add-user", { intent: "remove", id: "{user}" }),
      form("/admin-user/{user}", { userEmail: "eve@example.com", userRole: "Admin" }),
      form("/people/{account}", { intent: "reset-second-factor", understood: "yes" }),
    ],
  },
  "delete accounts": {
    calls: [],
    forms: [form("/people/{account}", { intent: "delete", confirmation: "ada@example.com" })],
  },
  "download personal data": {
    calls: [],
    forms: [{ path: "/people/{account}/data", values: {}, isDownload: true }],
  },
  "download backups": {
    calls: [],
    forms: [{ path: "/backups/{backup}", values: {}, isDownload: true }],
  },
  "download the list of customers": {
    calls: [],
    forms: [{ path: "/admin/csv/people", values: null, isDownload: true }],
  },
  "merge companies": {
    calls: [
      "POST /api/accounts/{id}/company/merging",
      "DELETE /api/accounts/{id}/company",
      "PUT /api/order/{id}/company",
    ],
    forms: [
      form("/people/{account}", { intent: "take-out-of-company" }),
      form("/people/{account}", {
        intent: "merge-companies",
        email: "ben@example.com",
        understood: "yes",
      }),
      form("/admin/payment-status/{order}", {
        intent: "move",
        email: "ben@example.com",
        understood: "yes",
      }),
    ],
  },
  "import content": { calls: ["POST /api/content/import"], forms: [] },
  "change own email": {
    calls: [],
    forms: [form("/account/email", { email: "other@example.com" })],
  },
  "create API keys": {
    calls: ["POST /api/api-keys"],
    forms: [
      form("/account/security/keys", {
        name: "Export",
        role: "Admin",
        access: "all",
        days: "90",
        key: "key-of-form",
      }),
    ],
  },
  "show order passwords": {
    calls: ["POST /api/order/{id}/passwords/{passwordId}/showings"],
    forms: [
      form("/admin/payment-status/{order}", {
        intent: "show-password",
        passwordId: "{password}",
        confirmed: "yes",
      }),
    ],
  },
  "use calendar addresses": {
    calls: [],
    forms: [form("/my-work/calendar", { intent: "renew" })],
  },
  people: {
    calls: [
      "PUT /api/my-company",
      "PUT /api/my-company/people/{id}",
      "DELETE /api/my-company/people/{id}",
      "POST /api/my-company/invitations",
      "DELETE /api/my-company/invitations/{id}",
    ],
    forms: [
      form("/account/company", { intent: "invite", email: "eve@example.com", orders: "yes" }),
      form("/account/company", { intent: "rename", name: "Eve Farm" }),
    ],
  },
};
