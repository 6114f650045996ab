import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { ModeCard } from "./mode-card.tsx";

test("going live is a question first: the card has no button that switches at once", () => {
  const shown = { title: "Test mode", detail: "", missing: [], noWay: null, question: [] } as const;
  const Screen = createRoutesStub([
    {
      path: "/",
      Component: () => (
        <MantineProvider>
          <ModeCard shown={{ ...shown, mode: "test" }} isFixed={false} />
        </MantineProvider>
      ),
    },
  ]);
  const html = renderToStaticMarkup(<Screen />);
  expect(html).toContain("Go live");
  expect(html).not.toContain('type="submit"');
});
