import { safetyDays } from "../../../domain/quote";
import { useT } from "../../providers/i18n/useT";
import { DateInput } from "../../ui/DateInput";
import { Field, Labelled } from "../../ui/Field";
import field from "../../ui/Field.module.css";
import { useNumberInput } from "../../ui/useNumberInput";

export type Arrival = { eta: string | null; safetyDays: number | null };

/** The arrival of the ship and the days after it until which rates should be valid. */
export function ArrivalFields({
  value,
  errors,
  onChange,
}: {
  value: Arrival;
  errors: Readonly<Record<string, string | undefined>>;
  onChange: (value: Arrival) => void;
}) {
  const t = useT();
  const days = useNumberInput({
    value: value.safetyDays,
    maxDigits: String(safetyDays.most).length,
    onChange: (next) => {
      onChange({ ...value, safetyDays: next });
    },
  });
  return (
    <>
      <Labelled
        label={t("fields.quote.eta")}
        hint={t("hints.quote.eta")}
        error={errors.eta}
      >
        {(attributes) => (
          <div className={field.box}>
            <DateInput
              {...attributes}
              className={field.input}
              label={t("fields.quote.eta")}
              value={value.eta}
              onChange={(eta) => {
                onChange({ ...value, eta });
              }}
            />
          </div>
        )}
      </Labelled>
      <Field
        {...days}
        label={t("fields.quote.safetyDays")}
        hint={t("hints.quote.safetyDays")}
        error={errors.safetyDays}
      />
    </>
  );
}

/** Returns the part of a body; an empty number of days is the usual one. */
export const arrivalBody = ({ eta, safetyDays: days }: Arrival) => ({
  eta,
  ...(days !== null && { safetyDays: days }),
});
