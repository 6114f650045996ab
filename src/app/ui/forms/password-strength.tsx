import workerAddress from "./estimate-password.ts?worker&url";
import watchScript from "./watch-password.ts?script";

/**
 * Says how easy a new password is to guess, while a person types it. Only a hint: the server
 * decides which passwords it accepts. The dictionaries are loaded with the first typed character.
 */
export function PasswordStrength({ field }: { field: string }) {
  return (
    <>
      <p
        className="text-field__strength"
        role="status"
        data-strength-of={field}
        data-worker={workerAddress}
      />
      <script src={watchScript} defer />
    </>
  );
}
