import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { EmailWords } from "./email-words.tsx";

test("an email address can be broken before its @ and its dots, and is copied as it is", () => {
  const html = renderToStaticMarkup(<EmailWords email="ada.lovelace@mail.example.com" />);
  expect(html).toBe("ada<wbr/>.lovelace<wbr/>@mail<wbr/>.example<wbr/>.com");
});
