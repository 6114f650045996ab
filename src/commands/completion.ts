import type { Command } from "commander";

export const shells = ["bash", "zsh"] as const;
export type Shell = (typeof shells)[number];

interface Completed {
  readonly name: string;
  readonly description: string;
  readonly options: readonly string[];
  /** Whether the shell completes file names. */
  readonly takesFile: boolean;
}

/**
 * Builds a shell script that completes commands and options, and file names for a command with a
 * file argument.
 */
export function completionScript(furrow: Command, shell: Shell): string {
  const commands = furrow
    .createHelp()
    .visibleCommands(furrow)
    .map((command) => ({
      name: command.name(),
      description: command.description(),
      options: [...command.options.map(({ long }) => long ?? ""), "--help"],
      takesFile: command.registeredArguments.some((argument) => argument.name() === "file"),
    }));
  return shell === "bash" ? bash(commands) : zsh(commands);
}

function bash(commands: readonly Completed[]): string {
  const cases = commands.map(
    ({ name, options, takesFile }) =>
      `    ${name}) COMPREPLY=($(compgen ${takesFile ? "-f " : ""}-W "${options.join(" ")}" -- "$word")) ;;`,
  );
  const names = [...commands.map(({ name }) => name), "--version", "--help"].join(" ");
  return `# bash completion for furrow: eval "$(furrow completion bash)"
_furrow() {
  local word=\${COMP_WORDS[COMP_CWORD]}
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names}" -- "$word"))
    return
  fi
  case \${COMP_WORDS[1]} in
${cases.join("\n")}
  esac
}
complete -o default -F _furrow furrow ./furrow`;
}

function zsh(commands: readonly Completed[]): string {
  const names = commands.map(
    ({ name, description }) => `    '${name}:${description.replaceAll("'", "’")}'`,
  );
  const cases = commands.map(
    ({ name, options, takesFile }) =>
      `    ${name}) compadd -- ${options.join(" ")}${takesFile ? "; _files" : ""} ;;`,
  );
  return `#compdef furrow
# zsh completion for furrow: eval "$(furrow completion zsh)"
_furrow() {
  local -a commands
  commands=(
${names.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case \${words[2]} in
${cases.join("\n")}
  esac
}
compdef _furrow furrow`;
}
