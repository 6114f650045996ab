import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";
import { editScreens, listScreens } from "../content/model/screens.ts";

/** The list screen and the edit screen of content, under the paths that the blocks declare. */
const contentScreens = [
  ...listScreens.map(({ path }) =>
    route(path.slice(1), "admin/content/list/list-screen.tsx", { id: `list ${path}` }),
  ),
  ...[...new Set(editScreens.map(({ path }) => path))].map((path) =>
    route(`${path}/:recordId`.slice(1), "admin/content/record/record-screen.tsx", {
      id: `edit ${path}`,
    }),
  ),
];

export default [
  layout("site-layout.tsx", [
    index("landing/home.tsx"),
    route("service", "landing/service.tsx"),
    route("pricing", "landing/pricing.tsx"),
    route("contact", "landing/contact.tsx", { id: "contact" }),
    route("contact-us", "landing/contact.tsx", { id: "contact-us" }),
    ...["privacy", "terms", "refunds"].map((id) => route(id, "landing/legal-page.tsx", { id })),
    route("thanks", "landing/thanks.tsx"),
    route("subscribe", "landing/subscribe.tsx"),
    route("subscribed", "landing/subscribed.tsx"),
    route("confirm-subscription", "landing/confirm-subscription.tsx"),
    route("unsubscribe", "landing/unsubscribe.tsx"),

    route("login", "account/login.tsx"),
    route("register", "account/register.tsx"),
    route("sign-out", "account/sign-out.tsx"),
    route("reset", "account/reset.tsx"),
    route("set-up", "account/set-up.tsx"),
    route("invitation", "account/invitation.tsx"),
    route("account", "account/account.tsx"),
    route("account/profile", "account/profile.tsx"),
    route("account/password", "account/password.tsx"),
    route("account/sessions", "account/sessions.tsx"),
    route("account/data", "account/download-data.ts"),
    route("account/delete", "account/delete.tsx"),
    route("verify-address", "account/verify-address.tsx"),
    route("goodbye", "account/goodbye.tsx"),

    route("order-now/:packageId", "ordering/order-now.tsx"),
    ...["my-order", "pending-order"].map((id) => route(id, "ordering/own-orders.tsx", { id })),
    route("my-order/:orderId", "ordering/order/order-details.tsx"),
    route("my-order/:orderId/files/:fileId", "ordering/order/files/download-file.ts"),
    route("my-order/:orderId/brief", "ordering/order/brief/order-brief.tsx"),
    route("dashboard", "ordering/dashboard.tsx"),
    route("pay-now/:orderId", "ordering/paying/pay-now.tsx"),
    route("order-cancelled/:orderId", "ordering/paying/order-cancelled.tsx"),
    route("received-payment/:orderId", "ordering/paying/received-payment.tsx"),

    route("*", "landing/not-found.tsx"),
  ]),

  ...["robots.txt", "sitemap.xml", "llms.txt", "manifest.webmanifest"].map((id) =>
    route(id, "seo/text-files.ts", { id }),
  ),
  route("share/:picture", "seo/share-picture.ts"),
  route("icons/:file", "seo/icon.ts"),

  route("admin/share-preview", "admin/content/preview/share-preview.ts"),
  route("outbox/:mailId/html", "admin/mail/mail-html.ts"),

  layout("admin/shell/admin-layout.tsx", [
    layout("admin/shell/admin-screens.tsx", [
      route("admin", "admin/dashboard/admin-dashboard.tsx"),
      route("media-library", "admin/media/media-library.tsx"),
      route("total-orders", "admin/orders/total-orders.tsx"),
      route("admin/demonstration-orders", "admin/orders/demonstration-actions.tsx"),
      route("orders-board", "admin/orders/orders-board.tsx"),
      route("payments", "admin/payments/payments.tsx"),
      route("admin/payment-status/:orderId", "admin/order-page/order-page.tsx"),
      route("admin/first-steps", "admin/dashboard/first-steps.tsx"),
      route("admin/test-mail", "admin/dashboard/test-mail.tsx"),
      route("outbox", "admin/mail/outbox.tsx"),
      route("outbox/:mailId", "admin/mail/view-mail.tsx"),
      route("received-emails", "admin/mail/received-emails.tsx"),
      route("received-emails/:receivedId", "admin/mail/received-email.tsx"),
      route("all-messages", "admin/inbox/all-messages.tsx"),
      route("view/:messageId", "admin/inbox/view-message.tsx"),
      route("all-subscriber", "admin/inbox/all-subscribers.tsx"),
      route("add-user", "admin/people/add-user.tsx"),
      route("admin-user/:userId", "admin/people/edit-user.tsx"),
      route("audit-log", "admin/audit/audit-log.tsx"),
      route("status", "admin/status/status.tsx"),
      route("admin/settings", "admin/settings/settings.tsx"),
      route("people", "admin/accounts/people.tsx"),
      route("people/:accountId", "admin/accounts/person.tsx"),
      route("people/:accountId/data", "admin/accounts/download-person.ts"),
      route("admin/content", "admin/content/content-actions.tsx"),
      route("admin/see-as", "admin/shell/see-as.ts"),
      route("roles", "admin/people/roles.tsx"),
      route("my-work", "admin/my-work/my-work.tsx"),
      route("my-work/:orderId", "admin/my-work/work-order.tsx"),
      route("order-payments/:orderId", "admin/payments/order-payments.tsx"),
      route("admin/find", "admin/command-palette/find.ts"),
      route("admin/records", "admin/content/list/all-records.tsx"),
      route("admin/csv/:list", "admin/list/export-list.ts"),
      route("admin/saved-tabs", "admin/list/saved-tabs-action.ts"),
      route("admin/view-site", "admin/shell/view-site.tsx"),
      route("drafts", "admin/content/drafts.tsx"),
      route("trash", "admin/content/trash.tsx"),
      route("content-archive", "admin/content/archive.tsx"),
      route("setting", "admin/content/setting.tsx"),
      route("admin/site", "admin/site-editor/site-editor.tsx"),
      ...contentScreens,
      route("admin/*", "admin/shell/unknown-screen.ts"),
    ]),
  ]),
] satisfies RouteConfig;
