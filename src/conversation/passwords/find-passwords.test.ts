import { describe, expect, test } from "vitest";
import { findPasswords } from "./find-passwords.ts";

const found = (text: string) => findPasswords(text).map(({ password }) => password);

describe("The search for passwords in a text", () => {
  test.each([
    ["password: hunter2", ["hunter2"]],
    ["Password:hunter2", ["hunter2"]],
    ["The login is ada, pw=Sommer!26.", ["Sommer!26"]],
    ["passwort: Gartenzaun", ["Gartenzaun"]],
    ["User: ada\r\nPass: hedgerow\r\nThanks!", ["hedgerow"]],
    ["pass: x9$k and the user is ada", ["x9$k"]],
    ["DB_PASSWORD=correct-horse", ["correct-horse"]],
    ['{"password": "s3cret-Word"}', ["s3cret-Word"]],
    ["**Password**: `hunter2`", ["hunter2"]],
    ["Mot de passe : soleil42", ["soleil42"]],
    ["Password (for WordPress): hunter2", []],
    ["Kennwort: eins2drei, zweites Passwort: vier5sechs", ["eins2drei", "vier5sechs"]],
    ["Password: barley77\nPassword: wheat88", ["barley77", "wheat88"]],
  ])("finds in %j: %j", (text, passwords) => {
    expect(found(text)).toEqual(passwords);
  });

  test.each(
    `I forgot my password|I forgot my password: can you reset it?|Password: I will send it by phone.|About the password: please use the form.|Password: unchanged|Password: see below|Password: ********|Reset your password: https://example.com/reset?code=1|Password?|My password is long.|We bypass: route66 is closed|The compass: north1|PW: no|Boarding pass: gate 7|Passwords: none of them work|Please set a new password = the old one expired.`.split(
      "|",
    ),
  )("finds nothing in %j", (text) => {
    expect(found(text)).toEqual([]);
  });

  test("ends in a text with very many marks", () => {
    const marks = ".".repeat(200_000);
    // Takes minutes, and so fails, if the time grows with the square of the length.
    expect(found(`password:a1${marks}x password:b2${"!".repeat(200_000)}x`)).toHaveLength(2);
  });
});
