/** The letter that leads to the page which sets a new password. */
export function resetPasswordLetter(recipient: string, token: string) {
  return {
    name: "resetPassword",
    recipient,
    values: { email: recipient },
    path: `/reset?token=${token}`,
  } as const;
}
