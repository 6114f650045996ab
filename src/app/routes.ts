import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  layout("site-layout.tsx", [
    index("landing/home.tsx"),
    route("service", "landing/service.tsx"),
    route("pricing", "landing/pricing.tsx"),
    route("contact", "landing/contact.tsx", { id: "contact" }),
    route("contact-us", "landing/contact.tsx", { id: "contact-us" }),
    route("thanks", "landing/thanks.tsx"),
    route("subscribe", "landing/subscribe.tsx"),
    route("subscribed", "landing/subscribed.tsx"),

    route("login", "account/login.tsx"),
    route("register", "account/register.tsx"),
    route("sign-out", "account/sign-out.tsx"),
    route("reset", "account/reset.tsx"),
    route("set-up", "account/set-up.tsx"),

    route("order-now/:packageId", "ordering/order-now.tsx"),
    route("pending-order", "ordering/pending-order.tsx"),
    route("my-order", "ordering/my-order.tsx"),
    route("dashboard", "ordering/dashboard.tsx"),
    route("pay-now/:orderId", "ordering/pay-now.tsx"),
    route("order-cancelled/:orderId", "ordering/order-cancelled.tsx"),
    route("received-payment/:orderId", "ordering/received-payment.tsx"),

    route("*", "landing/not-found.tsx"),
  ]),

  layout("admin/admin-layout.tsx", [
    layout("admin/admin-screens.tsx", [
      route("admin", "admin/admin-dashboard.tsx"),
      route("media-library", "admin/media/media-library.tsx"),
      route("total-orders", "admin/total-orders.tsx"),
      route("admin/payment-status/:orderId", "admin/order-status.tsx"),
    ]),
  ]),
] satisfies RouteConfig;
