import { useState } from "react";
import { signInBody } from "../../generated/validators";
import { signIn } from "../providers/session";
import { checkForm, type FieldProblem } from "../providers/validate";

type Name = "email" | "password";
type Values = Record<Name, string>;

/**
 * The state of a login form. A field is validated when it loses focus, all on
 * submit. The server's error stays until the user types again.
 */
export function useSignInForm(initial: Values) {
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
    } catch (refusal) {
      setError(refusal);
    } finally {
      setPending(false);
    }
    return null;
  };

  return { values, problems, error, isPending, change, leave, submit };
}
