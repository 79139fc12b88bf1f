import { createElement, useId } from "react";
import { useT } from "../../providers/i18n/useT";
import type { DeclaredAction } from "../../../domain/resource";
import { ChoiceWidget } from "../../workspace/widgets/choiceWidgets";
import { widgetFor } from "../../workspace/widgets/widgetFor";
import { entriesOf } from "../document/choices";
import { withLabel } from "../document/useDraft";
import { CreatedForm, NamedInputs, type ErrorAt } from "../fields/CreatedForm";
import { useStoredInput } from "../fields/useStoredInput";
import { ConditionsInput } from "../form/conditions/ConditionsInput";
import { kindsFor } from "../form/conditions/subjects";
import { SmallInputs } from "../form/SmallInputs";
import { useWorkshop } from "../WorkshopContext";
import {
  actionFaults,
  actionOf,
  actionPlaces,
  actionViewers,
  canBeFixed,
  editableFields,
  emptyAction,
  inputOf,
  type ActionInput,
} from "./actionInput";
import styles from "../fields/fields.module.css";

type Typed = ActionInput & { isNamed: boolean };

/**
 * The form of an action that is created or, with `action`, edited. The input is stored
 * in this browser until it is added to the draft or given up.
 */
export function ActionForm({
  action,
  onClose,
}: {
  action?: DeclaredAction;
  onClose: () => void;
}) {
  const t = useT();
  const { declaration, editing, published } = useWorkshop();
  const { labels } = editing.draft.present;
  const [input, setInput, forget] = useStoredInput<Typed>(
    `${published.id}.action.${action?.id ?? ""}`,
    action
      ? { ...inputOf(action, labels), isNamed: true }
      : { ...emptyAction, isNamed: false },
  );
  const entries = declaration ? entriesOf(declaration, "actions") : [];
  const taken = entries.flatMap(({ id }) =>
    typeof id === "string" && id !== action?.id ? [id] : [],
  );
  const close = () => {
    forget();
    onClose();
  };
  const submit = () => {
    if (!declaration) return;
    const next = actionOf(input, action);
    const key = `actions.${next.id}`;
    const titled = (["en", "ru"] as const).reduce(
      (texts, language) =>
        withLabel(texts, {
          language,
          key,
          text: input.titles[language].trim(),
        }),
      labels,
    );
    editing.editParts({
      labels: titled,
      declaration: {
        ...declaration,
        actions: action
          ? entries.map((entry) => (entry.id === action.id ? next : entry))
          : [...entries, next],
      },
    });
    close();
  };
  return (
    <CreatedForm
      title={t(action ? "workshop.newAction.edit" : "workshop.newAction.title")}
      faults={actionFaults(input, taken)}
      isNew={!action}
      canSubmit={declaration !== null}
      onSubmit={submit}
      onCancel={close}
    >
      {(errorAt) => (
        <Inputs
          input={input}
          isNew={!action}
          errorAt={errorAt}
          onChange={(part) => setInput({ ...input, ...part })}
        />
      )}
    </CreatedForm>
  );
}

type InputsProps = {
  input: Typed;
  isNew: boolean;
  errorAt: ErrorAt;
  onChange: (part: Partial<Typed>) => void;
};

function Inputs({ input, isNew, errorAt, onChange }: InputsProps) {
  const t = useT();
  const id = useId();
  const { row, fieldText } = useWorkshop();
  const { titles, on, viewers } = input;
  return (
    <>
      <NamedInputs
        {...{ titles, isNew, errorAt }}
        name={input.id}
        isNamed={input.isNamed}
        nameError={errorAt("id")}
        onChange={({ name, ...part }) =>
          onChange({ ...part, ...(name !== undefined && { id: name }) })
        }
      >
        <ChoiceWidget
          field={{}}
          label={t("workshop.newAction.viewers")}
          value={viewers}
          isRequired
          options={[
            ...actionViewers,
            ...(viewers === "other" ? [viewers] : []),
          ].map((value) => ({
            value,
            label: t(`workshop.newField.viewersOf.${value}`),
          }))}
          onChange={(value) => {
            const chosen = actionViewers.find((other) => other === value);
            if (chosen) onChange({ viewers: chosen });
          }}
        />
      </NamedInputs>
      <fieldset className={styles.places}>
        <legend>{t("workshop.newAction.places")}</legend>
        {actionPlaces.map((place) => (
          <label key={place} className={styles.check}>
            <input
              type="checkbox"
              aria-invalid={errorAt("on") ? true : undefined}
              checked={on.includes(place)}
              onChange={({ target }) =>
                onChange({
                  on: actionPlaces.filter((other) =>
                    other === place ? target.checked : on.includes(other),
                  ),
                })
              }
            />{" "}
            {t(`workshop.newAction.on.${place}`)}
          </label>
        ))}
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={input.confirms}
            onChange={({ target }) => onChange({ confirms: target.checked })}
          />{" "}
          {t("workshop.newAction.confirm")}
        </label>
        <Fault text={errorAt("on")} />
      </fieldset>
      <EditedFields input={input} errorAt={errorAt} onChange={onChange} />
      <SmallInputs>
        <ConditionsInput
          id={id}
          legend={t("workshop.newAction.enabled")}
          value={input.enabled}
          subject="field"
          builder={{
            kinds: kindsFor(["field"]),
            names: Object.keys(row.properties),
            fieldOf: (name) => row.properties[name],
            nameText: (_kind, name) => fieldText(name),
          }}
          onChange={(enabled) =>
            onChange({ enabled } as Pick<Typed, "enabled">)
          }
        />
      </SmallInputs>
    </>
  );
}

const Fault = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <p className={styles.error} role="alert">
      {text}
    </p>
  );

/** The fields that the action changes, each asked for or with a fixed value. */
function EditedFields({
  input,
  errorAt,
  onChange,
}: Omit<InputsProps, "isNew">) {
  const t = useT();
  const { row, fieldText } = useWorkshop();
  const { edits, values } = input;
  const setValue = (name: string, value: unknown) => {
    const { [name]: _value, ...others } = values;
    onChange({
      values:
        value === undefined
          ? others
          : { ...others, [name]: value as (typeof values)[string] },
    });
  };
  return (
    <fieldset className={styles.places}>
      <legend>{t("workshop.newAction.fields")}</legend>
      {editableFields(row).map((name) => {
        const field = row.properties[name] ?? {};
        const isEdited = edits.includes(name);
        const isFixed = Object.hasOwn(values, name);
        return (
          <div key={name}>
            <label className={styles.check}>
              <input
                type="checkbox"
                aria-invalid={errorAt("edits") ? true : undefined}
                checked={isEdited}
                onChange={({ target }) =>
                  onChange({
                    edits: target.checked
                      ? [...edits, name]
                      : edits.filter((other) => other !== name),
                  })
                }
              />{" "}
              {fieldText(name)}
            </label>
            {isEdited && canBeFixed(field) && (
              <div className={styles.fixed}>
                <label className={styles.check}>
                  <input
                    type="checkbox"
                    aria-label={t("workshop.newAction.fixedOf", {
                      field: fieldText(name),
                    })}
                    checked={isFixed}
                    onChange={({ target }) =>
                      setValue(name, target.checked ? null : undefined)
                    }
                  />{" "}
                  {t("workshop.newAction.fixed")}
                </label>
                {isFixed &&
                  createElement(widgetFor(field), {
                    field,
                    label: t("workshop.newAction.value", {
                      field: fieldText(name),
                    }),
                    value: values[name] ?? null,
                    onChange: (value) => setValue(name, value),
                  })}
              </div>
            )}
          </div>
        );
      })}
      <Fault text={errorAt("edits")} />
    </fieldset>
  );
}
