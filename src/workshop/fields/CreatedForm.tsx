import { useId, useState, type ReactNode, type SyntheticEvent } from "react";
import type { Language } from "../../../domain/limits";
import { useT, type MessageKey } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { Notice } from "../../ui/Notice";
import { suggestedName } from "./fieldInput";
import styles from "./fields.module.css";

/** Returns the error of an input by its place; undefined before the first submit. */
export type ErrorAt = (place: string) => string | undefined;

/** The form of a part that is created in the workshop. It shows errors from the first submit on. */
export function CreatedForm({
  title,
  faults,
  isNew,
  canSubmit,
  submitText,
  onSubmit,
  onCancel,
  children,
}: {
  title: string;
  /** The errors of the inputs by their places. */
  faults: Readonly<
    Record<string, { key: MessageKey; values?: Record<string, string> }>
  >;
  isNew: boolean;
  canSubmit: boolean;
  /** Replaces the usual text of the button. */
  submitText?: string;
  onSubmit: () => void;
  onCancel: () => void;
  children: (errorAt: ErrorAt) => ReactNode;
}) {
  const t = useT();
  const titleId = useId();
  const [isChecked, setChecked] = useState(false);
  const count = Object.keys(faults).length;
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    const form = event.currentTarget;
    if (count === 0 && canSubmit) onSubmit();
    else
      requestAnimationFrame(() =>
        form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(),
      );
  };
  return (
    <form
      className={styles.form}
      aria-labelledby={titleId}
      noValidate
      onSubmit={submit}
    >
      <h3 id={titleId}>{title}</h3>
      {children((place) => {
        const fault = isChecked ? faults[place] : undefined;
        return fault && t(fault.key, fault.values);
      })}
      {isChecked && count > 0 && (
        <Notice tone="error" role="alert">
          {t("workshop.newField.faults", { smart_count: count })}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button type="submit" kind="primary" disabled={!canSubmit}>
          {submitText ??
            t(isNew ? "workshop.newField.add" : "workshop.newField.change")}
        </Button>
        <Button onClick={onCancel}>{t("workshop.publish.cancel")}</Button>
      </div>
    </form>
  );
}

type Named = {
  titles: Record<Language, string>;
  name: string;
  /** Whether somebody has typed the name. Otherwise it follows the English title. */
  isNamed: boolean;
};

/** The titles of a created part in both languages, and its name beside `children`. */
export function NamedInputs({
  titles,
  name,
  isNamed,
  isNew,
  nameError,
  nameHint,
  suggest = suggestedName,
  errorAt,
  onChange,
  children,
}: Named & {
  isNew: boolean;
  nameHint?: string;
  /** Returns the name that an English title suggests. */
  suggest?: (title: string) => string;
  nameError: string | undefined;
  errorAt: ErrorAt;
  onChange: (part: Partial<Named>) => void;
  children: ReactNode;
}) {
  const t = useT();
  return (
    <>
      <div className={styles.pair}>
        {(["en", "ru"] as const).map((language) => (
          <Field
            key={language}
            label={t(`workshop.newField.titleIn.${language}`)}
            lang={language}
            value={titles[language]}
            error={errorAt(`titles.${language}`)}
            onChange={({ target }) =>
              onChange({
                titles: { ...titles, [language]: target.value },
                ...(language === "en" && !isNamed
                  ? { name: suggest(target.value) }
                  : {}),
              })
            }
          />
        ))}
      </div>
      <div className={styles.pair}>
        <Field
          label={t("workshop.newField.name")}
          hint={nameHint ?? t("workshop.newField.nameHint")}
          value={name}
          readOnly={!isNew}
          autoCapitalize="none"
          spellCheck={false}
          error={nameError}
          onChange={({ target }) =>
            onChange({ name: target.value, isNamed: target.value !== "" })
          }
        />
        {children}
      </div>
    </>
  );
}
