import type { ComponentProps } from "react";
import { useIMask } from "react-imask";
import { russianPhoneMask, withRussianCode } from "../../domain/phoneNumber";
import { Field } from "../ui/Field";

type PhoneFieldProps = ComponentProps<typeof Field> & {
  /** Formats the number while it is typed. */
  isRussian: boolean;
  /** Gets the formatted number. */
  onNumber: (number: string) => void;
};

/** A phone number, in Russian of the form +N (NNN) NNN-NN-NN. */
export function PhoneField({
  isRussian,
  onNumber,
  value,
  onChange,
  ...rest
}: PhoneFieldProps) {
  const field = {
    ...rest,
    type: "tel",
    inputMode: "tel",
    autoComplete: "tel",
    required: true,
  } as const;
  return isRussian ? (
    <MaskedField {...field} onNumber={onNumber} />
  ) : (
    <Field {...field} value={value} onChange={onChange} />
  );
}

/** The mask owns the value of the input. */
function MaskedField({
  onNumber,
  ...field
}: Omit<PhoneFieldProps, "isRussian" | "value" | "onChange">) {
  const { ref } = useIMask<HTMLInputElement>(
    {
      mask: russianPhoneMask,
      prepare: (typed: string, { unmaskedValue }: { unmaskedValue: string }) =>
        unmaskedValue === "" ? withRussianCode(typed) : typed,
    },
    { onAccept: onNumber },
  );
  return <Field {...field} ref={ref} />;
}
