import { useRef, type ReactNode, useState, type ComponentProps } from "react";
import { Button } from "../ui/Button";
import { useT, type Translate } from "../providers/i18n/useT";
import { Field } from "../ui/Field";
import { IconButton } from "../ui/IconButton";
import { signInBody } from "../../generated/signInValidator";
import { CallError } from "../providers/CallError";
import { errorText } from "../providers/errorText";
import {
  checkForm,
  problemText,
  type FieldProblem,
} from "../providers/fieldProblems";
import { currentLanguage } from "../providers/i18n/language";
import { signIn, type FactorMethods } from "../providers/session";
import { connection } from "./sso/connecting";
import styles from "./AuthForm.module.css";

type AuthFormProps = {
  /** Sends the form, or returns the first invalid field, which gets the focus. */
  onSubmit: () => Promise<string | null>;
  isPending: boolean;
  /** Whether the form cannot be sent yet. */
  isDisabled?: boolean;
  submitLabel: string;
  children: ReactNode;
};

/** The form of an auth page, with one wide button. */
export function AuthForm({
  onSubmit,
  isPending,
  isDisabled,
  submitLabel,
  children,
}: AuthFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const send = async () => {
    const invalid = await onSubmit();
    const input = invalid && form.current?.elements.namedItem(invalid);
    if (input instanceof HTMLElement) input.focus();
  };
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {children}
      <Button
        type="submit"
        kind="primary"
        isWide
        className={styles.submit}
        disabled={isDisabled}
        isPending={isPending}
      >
        {submitLabel}
      </Button>
    </form>
  );
}

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, "type" | "end">;

/** A password field with a button that shows the password. */
export function PasswordField(props: PasswordFieldProps) {
  const t = useT();
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={isShown ? "text" : "password"}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <IconButton
          icon={isShown ? "eyeOff" : "eye"}
          label={t(isShown ? "auth.login.hide" : "auth.login.show")}
          aria-pressed={isShown}
          onClick={() => {
            setShown(!isShown);
          }}
        />
      }
    />
  );
}

type Name = "email" | "password";
type Values = Record<Name, string>;

/**
 * The state of a login form. A field is validated when it loses focus, all on
 * submit. The server's error stays until the user types again.
 */
export function useSignInForm(initial: Values) {
  const t = useT();
  const [values, setValues] = useState(initial);
  const [problems, setProblems] = useState<Record<string, FieldProblem>>({});
  const [error, setError] = useState<unknown>(null);
  const [isPending, setPending] = useState(false);
  const [factors, setFactors] = useState<FactorMethods>();

  const change = (name: Name, text: string) => {
    setValues({ ...values, [name]: text });
    setError(null);
    if (problems[name]) setProblem(name, problemOf(name, text));
  };

  const setProblem = (name: Name, problem: FieldProblem | null) => {
    setProblems(({ [name]: _removed, ...rest }) =>
      problem ? { ...rest, [name]: problem } : rest,
    );
  };

  const problemOf = (name: Name, text: string): FieldProblem | null =>
    checkForm(signInBody, { ...values, [name]: text })[name] ?? null;

  /** Signs in if the form is valid; else returns the first invalid field. */
  const submit = async (): Promise<Name | null> => {
    if (isPending) return null;
    const found = checkForm(signInBody, values);
    setProblems(found);
    if (found.email) return "email";
    if (found.password) return "password";
    setPending(true);
    setError(null);
    try {
      setFactors(await signIn({ ...values, ...connection() }));
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(false);
    }
    return null;
  };

  return {
    /** Returns the props of the input of a field. */
    field: (name: Name) => ({
      name,
      value: values[name],
      error: problemText(problems[name], t),
      onChange: ({ target }: { target: HTMLInputElement }) => {
        change(name, target.value);
      },
      onBlur: () => setProblem(name, problemOf(name, values[name])),
    }),
    /** Why the server refused the login; null before it has. */
    refusal: error === null ? null : refusalText(error, t),
    isPending,
    submit,
    /** The ways to prove the second factor, once the password was right. */
    factors,
    /** Goes back to the password without an argument. */
    setFactors,
  };
}

/** Returns why the login failed; if throttled, when to try again. */
function refusalText(error: unknown, t: Translate): string {
  if (!(error instanceof CallError) || error.retryAfter === undefined)
    return errorText(error, t);
  const time = new Date(Date.now() + error.retryAfter * 1000);
  return t("auth.login.throttled", {
    time: time.toLocaleTimeString(currentLanguage()),
  });
}
