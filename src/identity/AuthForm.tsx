import { useRef, type ReactNode } from "react";
import { Button } from "../ui/Button";
import styles from "./AuthForm.module.css";

type AuthFormProps = {
  /** Sends the form, or returns the first invalid field, which gets the focus. */
  onSubmit: () => Promise<string | null>;
  isPending: boolean;
  submitLabel: string;
  children: ReactNode;
};

/** The form of an auth page, with one wide button. */
export function AuthForm({
  onSubmit,
  isPending,
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
        isPending={isPending}
      >
        {submitLabel}
      </Button>
    </form>
  );
}
