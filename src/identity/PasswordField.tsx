import { useState, type ComponentProps } from "react";
import { useT } from "../providers/i18n/useT";
import { Field } from "../ui/Field";
import { IconButton } from "../ui/IconButton";

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
