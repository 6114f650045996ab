/** Whether a text looks like a phone number in any common spelling, such as +1 (555) 010-0142. */
export function isPhone(text: string): boolean {
  return /^[+\d][\d ().\-/]{3,}$/.test(text) && /\d{3}/.test(text);
}
