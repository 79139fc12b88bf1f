import { useState } from "react";
import type { Language } from "../../domain/limits";
import { changeLanguage, currentLanguage } from "../providers/i18n/language";
import { useT } from "../providers/i18n/useT";
import { classes } from "../ui/classes";
import { chooseTheme, useTheme } from "../theme/theme";
import { IconButton } from "../ui/IconButton";
import styles from "./LanguageSwitch.module.css";

const choices: { value: Language; name: string }[] = [
  { value: "en", name: "English" },
  { value: "ru", name: "Русский" },
];

type LanguageSwitchProps = {
  /** Called when the language could not be saved. */
  onError?: (error: unknown) => void;
};

/** Switches between English and Russian; a change reloads the page. */
export function LanguageSwitch({ onError }: LanguageSwitchProps) {
  const t = useT();
  const [pending, setPending] = useState<Language | null>(null);
  const chosen = pending ?? currentLanguage();
  const choose = (language: Language) => {
    setPending(language);
    changeLanguage(language).catch((error: unknown) => {
      setPending(null);
      onError?.(error);
    });
  };
  return (
    <div
      className={styles.switch}
      role="group"
      aria-label={t("shell.language")}
    >
      {choices.map(({ value, name }) => (
        <button
          key={value}
          type="button"
          lang={value}
          title={name}
          aria-label={name}
          aria-pressed={value === chosen}
          className={classes(styles.choice, value === chosen && styles.chosen)}
          onClick={() => {
            if (value !== chosen) choose(value);
          }}
        >
          {value.toUpperCase()}
        </button>
      ))}
    </div>
  );
}

/** Switches between light and dark; the browser stores the choice. */
export function ThemeToggle({ className }: { className?: string }) {
  const t = useT();
  const isDark = useTheme() === "dark";
  return (
    <IconButton
      className={className}
      icon={isDark ? "sun" : "moon"}
      label={t(isDark ? "shell.theme.light" : "shell.theme.dark")}
      onClick={() => {
        chooseTheme(isDark ? "light" : "dark");
      }}
    />
  );
}
