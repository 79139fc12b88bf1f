import { useState, type ChangeEvent } from "react";
import { CallError } from "../providers/CallError";

/** The texts of invalid fields by their names. */
export type FieldTexts<Name extends string> = Partial<
  Record<Name, string | null>
>;

/**
 * The state of a form about an account. A field is validated when it loses focus, all on
 * submit, and the server's texts appear beside their fields. Everything stays filled in when
 * the server refuses.
 */
export function useAccountForm<Name extends string>({
  names,
  initial,
  problemsOf,
  send,
  repeats,
}: {
  /** In the order of the form. */
  names: readonly Name[];
  initial: Record<Name, string>;
  problemsOf: (values: Record<Name, string>) => FieldTexts<Name>;
  /** Sends the valid form. */
  send: (values: Record<Name, string>) => Promise<void>;
  /** The field that repeats another one, which is validated together with it. */
  repeats?: { field: Name; of: Name };
}) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldTexts<Name>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);

  /** Shows the texts of the fields; returns the first invalid field. */
  const showErrors = (found: FieldTexts<Name>): Name | null => {
    setErrors(found);
    return names.find((name) => found[name]) ?? null;
  };

  const submit = async (): Promise<Name | null> => {
    if (isPending) return null;
    setFailure(null);
    const invalid = showErrors(problemsOf(values));
    if (invalid) return invalid;
    setPending(true);
    try {
      await send(values);
      return null;
    } catch (error) {
      const refused = showErrors(textsOf(error, names));
      if (!refused) setFailure(error);
      return refused;
    } finally {
      setPending(false);
    }
  };

  const change = (name: Name, text: string) => {
    setValues((present) => ({ ...present, [name]: text }));
    setErrors((present) => ({
      ...present,
      [name]: null,
      ...(name === repeats?.of && { [repeats.field]: null }),
    }));
  };

  /** Returns the props of the control of a field. */
  const field = (name: Name) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: ({
      target,
    }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
      change(name, target.value);
    },
    onBlur: () => {
      // A field that was only passed through is not wrong yet.
      if (values[name] === "") return;
      const problems = problemsOf(values);
      const isRepeated = name === repeats?.of && values[repeats.field] !== "";
      setErrors((present) => ({
        ...present,
        [name]: problems[name] ?? null,
        ...(isRepeated && { [repeats.field]: problems[repeats.field] ?? null }),
      }));
    },
  });

  return {
    values,
    change,
    field,
    submit,
    isPending,
    /** Why the server refused the form, if no field is to blame. */
    failure,
    isInvalid: names.some((name) => errors[name]),
  };
}

/** Returns the first text of each known field in a refusal. */
function textsOf<Name extends string>(
  error: unknown,
  names: readonly Name[],
): FieldTexts<Name> {
  const texts: FieldTexts<Name> = {};
  if (!(error instanceof CallError)) return texts;
  for (const [field, [text]] of Object.entries(error.errors)) {
    const name = names.find((known) => known === field);
    if (name !== undefined && text) texts[name] ??= text;
  }
  return texts;
}
