import { useEffect, useRef, useState } from "react";
import { useT } from "../../providers/i18n/useT";
import { Field } from "../../ui/Field";

/** The codes that a person can type. */
type CodeKind = "totp" | "recovery";

type CodeInput = {
  /** Undefined if no code can be typed. */
  kind: CodeKind | undefined;
  /** The other kind of code, if the user has one. */
  other: CodeKind | undefined;
  text: string;
  error: string | null;
  /** Changes to the other kind of code. */
  change: () => void;
  type: (text: string) => void;
  refuse: (error: string) => void;
  /** Returns the body of the call; null for text that is no code. */
  read: () => { code: string } | { recoveryCode: string } | null;
};

/** The state of the field for a code of the app, or a recovery code. */
export function useCodeInput(methods: readonly string[]): CodeInput {
  const t = useT();
  const kinds = (["totp", "recovery"] as const).filter((kind) =>
    methods.includes(kind),
  );
  const [chosen, setChosen] = useState<CodeKind | undefined>(kinds[0]);
  const [text, setText] = useState("");
  const [error, setError] = useState<string | null>(null);
  const other = kinds.find((kind) => kind !== chosen);
  const digits = text.replaceAll(/\s/g, "");
  return {
    kind: chosen,
    other,
    text,
    error,
    change: () => {
      setChosen(other);
      setText("");
      setError(null);
    },
    type: (typed) => {
      setText(typed);
      setError(null);
    },
    refuse: setError,
    read: () => {
      if (chosen === "recovery" && digits !== "")
        return { recoveryCode: digits };
      if (chosen === "totp" && /^\d{6}$/.test(digits)) return { code: digits };
      setError(
        t(text === "" ? "auth.validation.required" : "auth.factor.sixDigits"),
      );
      return null;
    },
  };
}

/** The field for a code. It takes the focus when it appears and when the kind changes. */
export function CodeField({ input }: { input: CodeInput }) {
  const t = useT();
  const box = useRef<HTMLDivElement>(null);
  const { kind, text, error, type } = input;
  useEffect(() => {
    box.current?.querySelector("input")?.focus();
  }, [kind]);
  const isApp = kind === "totp";
  return (
    <div ref={box}>
      <Field
        name="code"
        label={t(isApp ? "auth.factor.code" : "auth.factor.recoveryCode")}
        hint={t(isApp ? "auth.factor.codeHint" : "auth.factor.recoveryHint")}
        inputMode={isApp ? "numeric" : "text"}
        autoComplete={isApp ? "one-time-code" : "off"}
        autoCapitalize={isApp ? "none" : "characters"}
        spellCheck={false}
        maxLength={isApp ? 12 : 40}
        required
        value={text}
        error={error}
        onChange={({ target }) => {
          type(target.value);
        }}
      />
    </div>
  );
}
