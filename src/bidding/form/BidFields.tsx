import { useRef } from "react";
import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import type { Placing } from "../placing/usePlacing";
import { AmountField } from "./AmountField";
import { ChoiceField } from "./ChoiceField";
import { Limits } from "./Limits";
import type { BidForm } from "./useBidForm";
import styles from "./BidForm.module.css";

type BidFieldsProps = {
  form: BidForm;
  startPrice: number | null;
  isFixedPrice: boolean;
  placing: Placing;
};

/** The bid as it is typed, from the amount to the button. */
export function BidFields(props: BidFieldsProps) {
  const { form, startPrice, isFixedPrice } = props;
  const { step, begin } = props.placing;
  const t = useT();
  const element = useRef<HTMLFormElement>(null);
  const place = () => {
    const wrong = form.check();
    if (!wrong) {
      begin();
      return;
    }
    const found = element.current?.querySelector<HTMLElement>(
      `[name="${wrong}"], [data-field="${wrong}"] :is(select, input, textarea)`,
    );
    found?.focus();
  };
  return (
    <form
      ref={element}
      className={styles.form}
      noValidate
      aria-label={t("bid.title")}
      onSubmit={(event) => {
        event.preventDefault();
        place();
      }}
    >
      <AmountField
        amount={form.amount}
        startPrice={startPrice}
        isFixed={isFixedPrice}
        error={form.problems.amount}
        onChange={(amount) => {
          form.change("amount", amount);
        }}
        onBlur={() => {
          form.leave("amount");
        }}
      />
      {form.fields.map((field) => (
        <ChoiceField
          key={field.name}
          field={field}
          value={form.valueOf(field.name)}
          error={form.problems[field.name]}
          onChange={(value) => {
            form.change(field.name, value);
          }}
          onBlur={() => {
            form.leave(field.name);
          }}
        />
      ))}
      {step.name === "typing" && step.error !== undefined && (
        <div className={styles.wide}>
          <ErrorNotice error={step.error} onRetry={place} />
        </div>
      )}
      <div className={styles.wide}>
        <Button
          type="submit"
          kind="primary"
          isWide
          className={styles.place}
          isPending={step.name === "asking"}
        >
          {t("bid.place")}
        </Button>
        <Limits />
      </div>
    </form>
  );
}
