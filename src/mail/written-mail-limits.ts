/** Maximum lengths, in characters, of an email that a person of the team writes. */
export const writtenMailLimits = { subject: 300, text: 10_000 } as const;
