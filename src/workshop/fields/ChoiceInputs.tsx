import { useT } from "../../providers/i18n/useT";
import { Button } from "../../ui/Button";
import { Field } from "../../ui/Field";
import { Icon } from "../../ui/Icon";
import { IconButton } from "../../ui/IconButton";
import { emptyChoice, suggestedValue, type ChoiceInput } from "./fieldInput";
import styles from "./fields.module.css";

/** The choices of a field: a text in each language, and the value that is stored. */
export function ChoiceInputs({
  choices,
  errorAt,
  onChange,
}: {
  choices: readonly ChoiceInput[];
  errorAt: (place: string) => string | undefined;
  onChange: (choices: readonly ChoiceInput[]) => void;
}) {
  const t = useT();
  const none = errorAt("choices");
  return (
    <fieldset className={styles.choices}>
      <legend>{t("workshop.newField.choices")}</legend>
      {choices.map((choice, index) => {
        const change = (part: Partial<ChoiceInput>) =>
          onChange(choices.with(index, { ...choice, ...part }));
        const number = index + 1;
        return (
          // Choices have no other identity than their place while they are typed.
          <div key={index} className={styles.choice}>
            <div className={styles.choiceTexts}>
              {(["en", "ru"] as const).map((language) => (
                <Field
                  key={language}
                  label={t(`workshop.newField.choiceIn.${language}`, {
                    number,
                  })}
                  lang={language}
                  value={choice[language]}
                  error={errorAt(`choices.${index}.${language}`)}
                  onChange={({ target }) =>
                    change({
                      [language]: target.value,
                      // A value follows the English text until somebody types another one.
                      ...(language === "en" &&
                      choice.value === suggestedValue(choice.en)
                        ? { value: suggestedValue(target.value) }
                        : {}),
                    })
                  }
                />
              ))}
              <Field
                label={t("workshop.newField.value", { number })}
                value={choice.value}
                autoCapitalize="none"
                spellCheck={false}
                error={errorAt(`choices.${index}.value`)}
                onChange={({ target }) => change({ value: target.value })}
              />
            </div>
            <IconButton
              icon="close"
              label={t("workshop.newField.removeChoice", { number })}
              onClick={() => onChange(choices.toSpliced(index, 1))}
            />
          </div>
        );
      })}
      {none && (
        <p className={styles.error} role="alert">
          {none}
        </p>
      )}
      <Button kind="ghost" onClick={() => onChange([...choices, emptyChoice])}>
        <Icon name="plus" /> {t("workshop.newField.addChoice")}
      </Button>
    </fieldset>
  );
}
