import { expect, test } from "vitest";
import { emailClause, emailSentence } from "./email-words.ts";

test("with a mail server, the texts say that a person gets an email", () => {
  expect(emailClause("the customer", true)).toBe("the customer gets an email");
  expect(emailClause("2 of 3 customers", true, 2)).toBe("2 of 3 customers get an email");
  expect(emailSentence("the customer", true)).toBe("The customer gets an email.");
  expect(emailSentence("ada@example.com", true)).toBe("ada@example.com gets an email.");
});

test("without a mail server, the texts say that the email waits", () => {
  expect(emailClause("the customer", false)).toBe(
    "the email to the customer waits until a mail server is set up",
  );
  expect(emailSentence("ada@example.com", false)).toBe(
    "The email to ada@example.com waits until a mail server is set up.",
  );
  expect(emailSentence("2 of 3 customers", false, 2)).toBe(
    "The emails to 2 of 3 customers wait until a mail server is set up.",
  );
});
