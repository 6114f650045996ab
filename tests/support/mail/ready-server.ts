/** Returns a reader of mail server settings that always returns the server at `smtpUrl`. */
export const readyServer = (smtpUrl: string) => async () => ({
  state: "ready" as const,
  smtpUrl,
  from: "Furrow <post@furrow.example>",
  setBy: "environment" as const,
  mayBePrivate: true,
});
