import { useId, useState } from "react";
import { languages } from "../../domain/limits";
import {
  fullNameProblem,
  phoneProblem,
  russianCountry,
} from "../../domain/signUp";
import { signUpBody } from "../../generated/validators";
import { checkForm, problemText } from "../providers/fieldProblems";
import { request } from "../providers/http";
import { currentLanguage } from "../providers/i18n/language";
import { useT, type Translate } from "../providers/i18n/useT";
import { ErrorNotice } from "../ui/ErrorNotice";
import { Field, Note } from "../ui/Field";
import { AuthForm, PasswordField } from "./AuthForm";
import { CountryField } from "./CountryField";
import { HumanCheck, useHumanCheck } from "./HumanCheck";
import {
  newPasswordText,
  repeatedText,
  useNewPasswordLength,
} from "./newPassword";
import { PhoneField } from "./PhoneField";
import { TermsDialog } from "./TermsDialog";
import { useAccountForm, type FieldTexts } from "./useAccountForm";
import styles from "./accountPages.module.css";

const names = [
  "fullName",
  "referralCode",
  "email",
  "mobile",
  "country",
  "city",
  "password",
  "confirmPassword",
  "terms",
] as const;
type Name = (typeof names)[number];
type Values = Record<Name, string>;

/** The names of fields in the refusals of servers, which the specification sets. */
const aliases = {
  username: "email",
  first_name: "fullName",
  telephone: "mobile",
  confirm_password: "confirmPassword",
} as const;

const accepted = "yes";

/** Returns the body of the call, whose empty fields are left out. */
const bodyOf = ({ country, terms, referralCode, ...texts }: Values) => ({
  ...texts,
  ...(referralCode.trim() && { referralCode }),
  ...(country && { country: Number(country) }),
  terms: terms === accepted,
  language: languages[currentLanguage()],
});

function problemsOf(
  values: Values,
  { length, t }: { length: number; t: Translate },
): FieldTexts<Name> {
  const language = currentLanguage();
  const { fullName, mobile, password, confirmPassword } = values;
  const found = checkForm(signUpBody, bodyOf(values));
  const texts: FieldTexts<Name> = {};
  for (const name of names) texts[name] = problemText(found[name], t);
  texts.fullName ??= problemText(fullNameProblem(fullName, language), t);
  texts.mobile ??= problemText(phoneProblem(mobile, language), t);
  texts.password ??= newPasswordText(password, length, t);
  texts.confirmPassword ??= repeatedText(password, confirmPassword, t);
  if (values.terms !== accepted) texts.terms = t("auth.validation.confirm");
  return texts;
}

/** The form of a new account. `onSent` gets the e-mail to which the link was sent. */
export function SignUpForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useT();
  const isRussian = currentLanguage() === "ru";
  const length = useNewPasswordLength();
  const check = useHumanCheck();
  const [answer, setAnswer] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const form = useAccountForm<Name>({
    names,
    aliases,
    repeats: { field: "confirmPassword", of: "password" },
    initial: {
      ...{ fullName: "", referralCode: "", email: "", mobile: "", city: "" },
      ...{ password: "", confirmPassword: "", terms: "" },
      country: isRussian ? String(russianCountry) : "",
    },
    problemsOf: (values) => problemsOf(values, { length, t }),
    send: async (values) => {
      try {
        await request("/auth/signup", {
          method: "POST",
          body: { ...bodyOf(values), ...(answer && { captcha: answer }) },
          isAuth: true,
        });
      } finally {
        // An answer counts once.
        setAnswer(null);
        setAttempt((number) => number + 1);
      }
      onSent(values.email);
    },
  });
  const { field, failure, isPending, isInvalid } = form;
  const text = (name: Name & keyof typeof labels) => ({
    label: t(labels[name]),
    ...field(name),
  });
  return (
    <AuthForm
      onSubmit={form.submit}
      isPending={isPending}
      isDisabled={isInvalid || (check !== undefined && answer === null)}
      submitLabel={t(isPending ? "auth.signUp.pending" : "auth.signUp.submit")}
    >
      {failure !== null && <ErrorNotice error={failure} />}
      <Field
        {...text("fullName")}
        hint={t("auth.signUp.fullNameHint")}
        autoComplete="name"
        required
      />
      <Field
        {...text("email")}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <PhoneField
        {...text("mobile")}
        hint={t("auth.signUp.mobileHint")}
        isRussian={isRussian}
        onNumber={(number) => {
          form.change("mobile", number);
        }}
      />
      <CountryField {...text("country")} />
      <Field {...text("city")} autoComplete="address-level2" required />
      <PasswordField
        {...text("password")}
        hint={t("auth.signUp.passwordHint", { length })}
        autoComplete="new-password"
        required
      />
      <PasswordField
        {...text("confirmPassword")}
        autoComplete="new-password"
        required
      />
      <Field {...text("referralCode")} autoComplete="off" />
      <Terms
        isAccepted={form.values.terms === accepted}
        error={field("terms").error}
        onChange={(isAccepted) => {
          form.change("terms", isAccepted ? accepted : "");
        }}
      />
      {check && (
        <HumanCheck key={attempt} settings={check} onAnswer={setAnswer} />
      )}
    </AuthForm>
  );
}

const labels = {
  fullName: "auth.signUp.fullName",
  referralCode: "auth.signUp.referralCode",
  email: "auth.signUp.email",
  mobile: "auth.signUp.mobile",
  country: "auth.signUp.country",
  city: "auth.signUp.city",
  password: "auth.signUp.password",
  confirmPassword: "auth.signUp.confirmPassword",
} as const;

type TermsProps = {
  isAccepted: boolean;
  error: string | null | undefined;
  onChange: (isAccepted: boolean) => void;
};

/** The checkbox of the terms, and a button that opens their text. */
function Terms({ isAccepted, error, onChange }: TermsProps) {
  const t = useT();
  const noteId = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.terms}>
      <label className={styles.accept}>
        <input
          type="checkbox"
          name="terms"
          checked={isAccepted}
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={noteId}
          onChange={({ target }) => {
            onChange(target.checked);
          }}
        />
        {t("auth.signUp.accept")}
      </label>
      <button
        type="button"
        className={styles.reader}
        onClick={() => {
          setOpen(true);
        }}
      >
        {t("auth.signUp.readTerms")}
      </button>
      <Note id={noteId} error={error} />
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
