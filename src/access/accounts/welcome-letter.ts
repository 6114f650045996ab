/** The letter to whoever has just registered. */
export function welcomeLetter(recipient: string) {
  return {
    name: "welcome",
    recipient,
    values: { email: recipient },
    path: "/dashboard",
  } as const;
}
