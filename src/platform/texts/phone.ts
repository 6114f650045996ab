/**
 * Whether a text looks like a phone number in any common spelling, such as +1 (555) 010-0142 or
 * +47 55 01 02 03. Short numbers within a country have three digits.
 */
export function isPhone(text: string): boolean {
  return /^[+(\d][\d ().\-/]{2,}$/.test(text) && text.replace(/\D/g, "").length >= 3;
}
