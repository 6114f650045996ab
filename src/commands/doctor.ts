import { checkInstallation } from "../maintenance/installation/check-installation.ts";
import { partLine } from "../maintenance/installation/check-parts.ts";
import { StartError } from "../platform/errors.ts";
import { migrations } from "../server/migrations.ts";
import { readSettings } from "../server/settings.ts";

/** `furrow doctor`: checks the installation. Exits with 1 when something is wrong. */
export async function runDoctor(): Promise<void> {
  try {
    const configuration = readSettings();
    const parts = { wrong: 0, attention: 0, good: 0 };
    for await (const part of checkInstallation({ configuration, migrations, now: Date.now() })) {
      console.log(partLine(part));
      parts[part.state] += 1;
    }
    console.log(
      parts.wrong === 0
        ? "Nothing is wrong."
        : `Wrong: ${parts.wrong}. Fix ${parts.wrong === 1 ? "it as the line with ✗ says" : "them as the lines with ✗ say"}.`,
    );
    process.exitCode = parts.wrong === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.log(`✗ Settings: ${error.message}`);
    process.exitCode = 1;
  }
}
