/** The letter to whoever has another password now, by a link or by the one before. */
export function passwordChangedLetter(recipient: string) {
  return {
    name: "passwordChanged",
    recipient,
    values: { email: recipient },
    path: "/reset",
  } as const;
}
