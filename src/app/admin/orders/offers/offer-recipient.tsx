import { Autocomplete, Checkbox, TextInput } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import type { useDraftForm } from "#app/admin/frame/forms/use-draft-form.ts";
import type { OfferFormValues } from "./offer-values.ts";

interface RecipientProps {
  email: string;
  error: string | undefined;
  onEmail: (email: string) => void;
  /** Called when a customer of the list is chosen. */
  onPerson: (person: FoundPerson) => void;
  name: ReturnType<ReturnType<typeof useDraftForm<OfferFormValues>>["field"]>;
  company: {
    readonly isChosen: boolean;
    readonly error: string | undefined;
    readonly onChange: (isChosen: boolean) => void;
  };
}

interface FoundPerson {
  readonly email: string;
  readonly name: string;
}

interface Found {
  readonly people: readonly FoundPerson[];
}

const searchDelayMs = 250;

/** An address, with the customers whose address or name begins with what is typed. */
export function Recipient(props: RecipientProps) {
  const { email, error, onEmail, onPerson, name, company } = props;
  const found = useFetcher<Found>();
  const { load } = found;
  const asked = useRef("");
  useEffect(() => {
    const typed = email.trim();
    if (typed.length < 2 || typed === asked.current) return;
    const timer = setTimeout(() => {
      asked.current = typed;
      load(`/admin/offers/new?find=${encodeURIComponent(typed)}`);
    }, searchDelayMs);
    return () => clearTimeout(timer);
  }, [email, load]);
  const people = found.data?.people ?? [];
  return (
    <>
      <Autocomplete
        name="email"
        label="Customer"
        required
        description="An email address. Type a name or an address to find a customer; an address without an account gets one when the offer is accepted."
        value={email}
        onChange={onEmail}
        onOptionSubmit={(chosen) => {
          const person = people.find((one) => one.email === chosen);
          if (person !== undefined) onPerson(person);
        }}
        error={error}
        // The server has searched already, also by name.
        filter={({ options }) => options}
        data={people.map((person) => person.email)}
        renderOption={({ option }) => {
          const person = people.find((one) => one.email === option.value);
          return person?.name ? `${person.name}, ${option.value}` : option.value;
        }}
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
      />
      <TextInput {...name} label="Name" description="Shown on the offer." maxLength={200} />
      <Checkbox
        name="isForCompany"
        value="yes"
        label="For the company of this customer: everybody who may order gets a link"
        checked={company.isChosen}
        onChange={(event) => company.onChange(event.currentTarget.checked)}
        error={company.error}
      />
    </>
  );
}
