export function accountEmail<
  Name extends "welcome" | "resetPassword" | "choosePassword" | "passwordChanged",
>(name: Name, recipient: string, path: string) {
  return { name, recipient, values: { email: recipient }, path };
}

export function passwordChangedEmail(recipient: string) {
  return accountEmail("passwordChanged", recipient, "/reset");
}
