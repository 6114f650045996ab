/** Reads the settings of a mail server that is always the same. */
export const readyServer = (smtpUrl: string) => async () => ({
  state: "ready" as const,
  smtpUrl,
  from: "Furrow <post@furrow.example>",
});
