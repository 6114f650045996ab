interface BriefInput {
  readonly answers: Record<string, string>;
  readonly versions: Record<string, string>;
  readonly passwords: Record<string, TypedPassword>;
}

interface TypedPassword {
  readonly userName: string;
  readonly password: string;
  readonly version: string;
}

/**
 * The answers of a form by question. For every question, the form has a field with the version of
 * the stored answer. Each ticked choice of a question is a field with a number at the end.
 */
export function answersIn(values: Readonly<Record<string, string>>): BriefInput {
  const ids = Object.keys(values).flatMap((name) => /^versions\.([\w-]+)$/.exec(name)?.[1] ?? []);
  const ticked = (id: string) =>
    Object.entries(values)
      .filter(([name]) => name.startsWith(`answers.${id}.`))
      .map(([, choice]) => choice)
      .join("\n");
  const answers = ids.map((id) => [id, values[`answers.${id}`] ?? ticked(id)]);
  const versions = ids.map((id) => [id, values[`versions.${id}`] ?? ""]);
  return {
    answers: Object.fromEntries(answers),
    versions: Object.fromEntries(versions),
    passwords: passwordsIn(values),
  };
}

function passwordsIn(values: Readonly<Record<string, string>>): Record<string, TypedPassword> {
  const ids = Object.keys(values).flatMap(
    (name) => /^passwords\.([\w-]+)\.password$/.exec(name)?.[1] ?? [],
  );
  const typed = ids.map((id) => {
    const textOf = (field: string) => values[`passwords.${id}.${field}`] ?? "";
    const password = textOf("password");
    return [id, { userName: textOf("userName"), password, version: textOf("version") }];
  });
  return Object.fromEntries(typed);
}

/** Question of a field for files; undefined for another field. */
export function questionOfFiles(field: string): string | undefined {
  return /^files\.([\w-]+)$/.exec(field)?.[1];
}
