import { TextInput } from "@mantine/core";
import { GivenField, type PartProps, SettingsForm } from "./settings-form.tsx";

interface RepliesFormProps extends PartProps {
  /** Null while the site receives no replies. */
  readonly replyAddress: string | null;
}

export function RepliesForm({ replyAddress, ...props }: RepliesFormProps) {
  const { authservId } = props.settings;
  const label = "Mail server that checks senders";
  return (
    <SettingsForm
      {...props}
      title="Replies by email"
      intro={
        replyAddress === null
          ? "Customers cannot answer emails about their orders yet. Ask the person who runs the server to set REPLY_ADDRESS."
          : `Answers to emails about orders arrive at ${replyAddress} and become messages of the order. ${authservId.value === null ? meaning.unset : meaning.set}`
      }
      names={["authservId"]}
      save="Save name"
      saved={authservId.value ?? "no name"}
    >
      {authservId.setBy === "environment" ? (
        <GivenField label={label} value={authservId.value ?? ""} variable={authservId.variable} />
      ) : (
        <TextInput
          name="authservId"
          label={label}
          description="The first word after “Authentication-Results:” in the source of an email that has arrived there. Leave it empty if your mail server writes no such line"
          placeholder="mx.example.com"
          defaultValue={authservId.value ?? ""}
          error={props.result?.errors.authservId}
          maxLength={253}
          autoComplete="off"
        />
      )}
    </SettingsForm>
  );
}

const meaning = {
  unset:
    "Nothing checks yet who really sent an answer: a person is recognized by the secret reply address of their emails and by the sender that the answer names. Somebody who has seen both can write in the person’s name.",
  set: "An answer whose sender this mail server rejects, or did not check, waits for your decision. The server must remove lines with its own name that arrive with an email (RFC 8601).",
};
