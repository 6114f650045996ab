import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Findings } from "./draft-facts.tsx";

test("a check that failed is one sentence in the card", () => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <Findings facts={null} />
    </MantineProvider>,
  );
  expect(html).toContain("The check could not run. It tries again when you write on.");
});
