import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { SiteContent } from "#content/model/site-content.ts";
import { SiteHeader, type Viewer } from "./site-header.tsx";

const site = {
  serviceItems: [],
  pricingPackages: [],
  testimonials: [],
  contactSection: [],
} as unknown as SiteContent;

const visitor: Viewer = { signedIn: false, email: null, panel: null, editsSite: false };
const customer: Viewer = { ...visitor, signedIn: true, email: "ada@example.com" };

test.each([
  ["a visitor", visitor, ["Log in"]],
  ["a customer", customer, ["Dashboard"]],
  ["an admin", { ...customer, panel: "Admin" as const }, ["Admin"]],
  ["another person of the team", { ...customer, panel: "Panel" as const }, ["Panel"]],
])("%s has one button in the header", (_who, viewer, buttons) => {
  const markup = renderToStaticMarkup(
    <SiteHeader site={site} businessName="Acme" viewer={viewer} quiet={false} />,
  );
  const [, account = ""] = /site-header__account">(.*?)<\/div>/s.exec(markup) ?? [];
  expect([...account.matchAll(/<a [^>]*>([^<]+)<\/a>/g)].map(([, text]) => text)).toEqual(buttons);
});
