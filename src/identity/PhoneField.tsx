import type { ComponentProps } from "react";
import { useEffect } from "react";
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
  } as const;
  return isRussian ? (
    <MaskedField {...field} number={String(value)} onNumber={onNumber} />
  ) : (
    <Field {...field} value={value} onChange={onChange} />
  );
}

/** The mask owns the value of the input; another `number` replaces it. */
function MaskedField({
  number,
  onNumber,
  ...field
}: Omit<PhoneFieldProps, "isRussian" | "value" | "onChange"> & {
  number: string;
}) {
  const { ref, maskRef } = useIMask<HTMLInputElement>(
    {
      mask: russianPhoneMask,
      prepare: (typed: string, { unmaskedValue }: { unmaskedValue: string }) =>
        unmaskedValue === "" ? withRussianCode(typed) : typed,
    },
    { onAccept: onNumber, defaultValue: number },
  );
  useEffect(() => {
    const { current: mask } = maskRef;
    if (mask && mask.value !== number) mask.value = number;
  }, [maskRef, number]);
  return <Field {...field} ref={ref} />;
}
