export const root: string;
export function nodeProgram(): string;
export function environmentWithPrograms(additions?: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
export function environmentWithoutPrograms(): NodeJS.ProcessEnv;
