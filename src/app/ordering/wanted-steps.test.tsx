import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { WantedStep } from "./orders-page.server.ts";
import { WantedSteps } from "./wanted-steps.tsx";

const refund: WantedStep = {
  id: "r",
  number: 3,
  title: "Order 3",
  words: "Refund asked for on Nov 29: we answer you",
  action: null,
};
const pay = (id: string): WantedStep => ({
  ...refund,
  id,
  words: "Pay $299.00, then we begin",
  action: { text: "Pay Now", path: `/pay-now/${id}` },
});

test.each<readonly [string, readonly WantedStep[], heading: string, buttons: readonly string[]]>([
  ["a refund", [refund], "Our next step", []],
  ["two refunds", [refund, { ...refund, id: "s" }], "Our next steps", []],
  ["a step", [pay("a")], "Your next step", ["primary /pay-now/a"]],
  [
    "both",
    [refund, pay("a"), pay("b")],
    "Next steps",
    ["primary /pay-now/a", "secondary /pay-now/b"],
  ],
])("the heading says whose steps these are: %s", (_, wanted, heading, buttons) => {
  const html = renderToStaticMarkup(<WantedSteps wanted={wanted} />);
  expect(html).toContain(`>${heading}</h2>`);
  const shown = [...html.matchAll(/class="button button--(\w+)" href="([^"]*)"/g)];
  expect(shown.map(([, variant, href]) => `${variant} ${href}`)).toEqual(buttons);
});
