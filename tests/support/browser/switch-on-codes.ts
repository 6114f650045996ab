import { Secret, TOTP } from "otpauth";
import { confirmAppCodes, readSetUp, startAppCodes } from "#access/second-factor/app-codes.ts";
import type { AccessDependencies } from "#access/sessions/sign-in.ts";
import type { Actor } from "#policy/actor.ts";

/** Switches codes on for an account. Returns the phone with the secret. */
export async function switchOnCodes(
  access: AccessDependencies,
  { actor, headers }: { readonly actor: Actor; readonly headers: Headers },
  password: string,
) {
  const proof = await startAppCodes(access, actor, headers, { password });
  const setUp = await readSetUp(access, actor, proof);
  if (setUp === null) throw new Error("The set-up shows no secret.");
  const phone = new TOTP({ secret: Secret.fromBase32(setUp.secret.replaceAll(" ", "")) });
  const code = phone.generate();
  const { cookies, backupCodes } = await confirmAppCodes(access, actor, headers, { proof, code });
  return { phone, cookies, backupCodes, proof };
}
