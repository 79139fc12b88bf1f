import { useState } from "react";
import { useT } from "../providers/i18n/useT";
import { currentLanguage } from "../providers/i18n/language";
import type { WidgetProps } from "../workspace/registry/areaModule";
import { CheckWidget } from "../workspace/widgets/listWidgets";
import { PasswordField } from "./AuthForm";
import { useNewPasswordLength } from "./newPassword";
import { PhoneField } from "./PhoneField";
import { TermsDialog } from "./TermsDialog";
import styles from "./accountPages.module.css";

/** Returns the props of the input of a text. */
const inputOf = ({
  field,
  value,
  onChange,
  isRequired,
  isReadOnly,
  ...rest
}: WidgetProps) => ({
  label: rest.label,
  error: rest.error,
  hint: rest.hint,
  onBlur: rest.onBlur,
  value: typeof value === "string" ? value : "",
  required: isRequired,
  readOnly: isReadOnly,
  maxLength: field.maxLength,
  autoComplete: field["x-autocomplete"],
  onChange: ({ target }: { target: { value: string } }) => {
    onChange(target.value === "" ? null : target.value);
  },
});

/** A password that the person makes up, with a button that shows it. */
function NewPassword(props: WidgetProps) {
  const t = useT();
  const length = useNewPasswordLength();
  const hint = t("auth.signUp.passwordHint", { length });
  return <PasswordField {...inputOf(props)} hint={hint} />;
}

const RepeatedPassword = (props: WidgetProps) => (
  <PasswordField {...inputOf(props)} />
);

const Phone = (props: WidgetProps) => (
  <PhoneField
    {...inputOf(props)}
    isRussian={currentLanguage() === "ru"}
    onNumber={(number) => {
      props.onChange(number === "" ? null : number);
    }}
  />
);

/** The checkbox of the terms, and a button that opens their text. */
function Terms(props: WidgetProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.terms}>
      <CheckWidget {...props} />
      <button
        type="button"
        className={styles.reader}
        onClick={() => {
          setOpen(true);
        }}
      >
        {t("auth.signUp.readTerms")}
      </button>
      {isOpen && (
        <TermsDialog
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </div>
  );
}

/** The widgets of the sign-up that the engine does not have, by the names of their fields. */
export const signUpWidgets = {
  mobile: Phone,
  password: NewPassword,
  confirmPassword: RepeatedPassword,
  terms: Terms,
};
