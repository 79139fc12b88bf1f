import { useTranslate } from "ra-core";
import type { WidgetValue } from "../../workspace/registry/widgets";
import { useT } from "../../providers/i18n/useT";
import { ErrorNotice } from "../../ui/ErrorNotice";
import type { BidField } from "./useBidForm";
import styles from "./BidForm.module.css";

type ChoiceFieldProps = {
  field: BidField;
  value: WidgetValue;
  error: string | undefined;
  onChange: (value: WidgetValue) => void;
  onBlur: () => void;
};

/** A field of the bid, drawn by the widget that fits its schema. */
export function ChoiceField({ field, ...rest }: ChoiceFieldProps) {
  const t = useT();
  const translate = useTranslate();
  const { name, schema, options, Widget } = field;
  if (options?.error)
    return (
      <div className={styles.wide}>
        <ErrorNotice error={options.error} onRetry={options.retry} />
      </div>
    );
  return (
    <div className={options ? styles.half : styles.wide} data-field={name}>
      <Widget
        field={schema}
        label={translate(`bid.field.${name}`, { _: schema.title ?? name })}
        hint={translate(`bid.field.${name}Hint`, { _: "" }) || undefined}
        options={options?.options}
        placeholder={t(
          options?.isRequired ? "bid.field.choose" : "bid.field.notChosen",
        )}
        isRequired={options?.isRequired}
        {...rest}
      />
    </div>
  );
}
