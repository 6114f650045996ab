import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { lookOf } from "#look/look.ts";
import { dressedPattern } from "#look/patterns/pattern-address.ts";
import { LookProvider } from "../look-context.ts";
import { Picture } from "./picture.tsx";

test("a pattern is one file with its size, in the colours of the look, and says nothing", () => {
  const address = "/patterns/arcs-upright.svg";
  const html = renderToStaticMarkup(
    <Picture address={address} alt="Portrait of Ann" sizes="10rem" className="plain" priority />,
  );
  expect(html).toContain(
    `src="${dressedPattern(address, lookOf(undefined)).replace("&", "&amp;")}"`,
  );
  expect(html).toMatch(/<img [^>]*alt="" width="960" height="1200"\/>$/);
  expect(html).not.toContain("srcSet");
  expect(html).toContain('class="plain"');
});

test("a look of one scheme has the picture of that scheme, whatever the device prefers", () => {
  const shownIn = (scheme: "Both" | "Light" | "Dark") =>
    renderToStaticMarkup(
      <LookProvider value={{ ...lookOf(undefined), scheme }}>
        <Picture
          address="/pictures/first-light.webp"
          dark="/pictures/night-field.webp"
          sizes="100vw"
          priority
        />
      </LookProvider>,
    );
  const [both, light, dark] = [shownIn("Both"), shownIn("Light"), shownIn("Dark")];
  expect(both).toContain("prefers-color-scheme");
  expect(both).toContain("night-field");
  expect(light).not.toMatch(/prefers-color-scheme|night-field/);
  expect(dark).not.toMatch(/prefers-color-scheme|first-light/);
  expect(dark).toContain('src="/pictures/night-field.webp"');
  expect(dark).toContain('alt="Young plants');
});
