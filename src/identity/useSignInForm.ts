import { useState } from "react";
import { signInBody } from "../../generated/signInValidator";
import { CallError } from "../providers/CallError";
import { errorText } from "../providers/errorText";
import {
  checkForm,
  problemText,
  type FieldProblem,
} from "../providers/fieldProblems";
import type { Translate } from "../providers/i18n/keys";
import { currentLanguage } from "../providers/i18n/language";
import { useT } from "../providers/i18n/useT";
import { signIn } from "../providers/session";

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

  const leave = (name: Name) => {
    setProblem(name, problemOf(name, values[name]));
  };

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
      await signIn(values);
    } catch (failure) {
      setError(failure);
    } finally {
      setPending(false);
    }
    return null;
  };

  return {
    values,
    /** The validation messages of the fields; null for valid fields. */
    errors: {
      email: problemText(problems.email, t),
      password: problemText(problems.password, t),
    },
    /** Why the server refused the login; null before it has. */
    refusal: error === null ? null : refusalText(error, t),
    isPending,
    change,
    leave,
    submit,
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
