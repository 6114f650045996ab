/** Returns a reader of mail server settings that always finds this server. */
export const readyServer = (smtpUrl: string) => async () => ({
  state: "ready" as const,
  smtpUrl,
  from: "Furrow <post@furrow.example>",
});
