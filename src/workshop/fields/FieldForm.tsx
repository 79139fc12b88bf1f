import { useTranslate } from "ra-core";
import en from "../../../locales/en.json";
import { useT } from "../../providers/i18n/useT";
import { ChoiceWidget } from "../../workspace/widgets/choiceWidgets";
import { widgetText } from "../../workspace/widgets/widgetText";
import { useWorkshop } from "../WorkshopContext";
import { ChoiceInputs } from "./ChoiceInputs";
import { CreatedForm, NamedInputs, type ErrorAt } from "./CreatedForm";
import {
  emptyField,
  fieldFaults,
  fieldKinds,
  fieldOf,
  fieldViewers,
  hasUnit,
  inputOf,
  type FieldInput,
} from "./fieldInput";
import { withUnique } from "../lists/listInput";
import { sectionsOf, showField, type FieldPlaces } from "./fieldParts";
import { useStoredInput } from "./useStoredInput";
import styles from "./fields.module.css";

const unitNames = Object.keys(en.list.units);

type Typed = FieldInput & FieldPlaces & { isNamed: boolean; isUnique: boolean };

const emptyInput: Typed = {
  ...emptyField,
  isNamed: false,
  isUnique: false,
  column: true,
  filter: false,
  section: "",
};

/**
 * The form of a field that is created or, with `name`, edited. The input is stored in
 * this browser until it is added to the draft or given up.
 */
export function FieldForm({
  name,
  onClose,
}: {
  name?: string;
  onClose: () => void;
}) {
  const t = useT();
  const { row, declaration, editing, published } = useWorkshop();
  const { fields, unique } = editing.draft.present;
  const before = name === undefined ? undefined : fields[name];
  const [input, setInput, forget] = useStoredInput<Typed>(
    `${published.id}.field.${name ?? ""}`,
    name !== undefined && before
      ? {
          ...emptyInput,
          ...inputOf(name, before),
          isNamed: true,
          isUnique: unique.includes(name),
        }
      : emptyInput,
  );
  const taken = Object.keys(row.properties).filter((other) => other !== name);
  const change = (part: Partial<Typed>) => setInput({ ...input, ...part });
  const close = () => {
    forget();
    onClose();
  };
  const submit = () => {
    if (!declaration) return;
    const field = fieldOf(input, before);
    const id = input.name.trim();
    const others = unique.filter((other) => other !== id);
    const nextUnique =
      input.isUnique && unique.includes(id)
        ? unique
        : [...others, ...(input.isUnique ? [id] : [])];
    const shown = before
      ? declaration
      : showField(declaration, id, { places: input, field: field.schema });
    editing.editParts({
      fields: { ...fields, [id]: field },
      unique: nextUnique,
      declaration: published.isCreated ? withUnique(shown, nextUnique) : shown,
    });
    close();
  };
  return (
    <CreatedForm
      title={t(before ? "workshop.newField.edit" : "workshop.newField.title")}
      faults={fieldFaults(input, taken)}
      isNew={!before}
      canSubmit={declaration !== null}
      onSubmit={submit}
      onCancel={close}
    >
      {(errorAt) => (
        <>
          <p className={styles.facts}>
            {t(
              `workshop.newField.filledBy.${published.isCreated ? "own" : (published.filledBy ?? "forms")}`,
            )}
          </p>
          <Facts
            input={input}
            isNew={!before}
            errorAt={errorAt}
            onChange={change}
          />
          {published.isCreated && <Rules input={input} onChange={change} />}
          {!before && <Places input={input} onChange={change} />}
        </>
      )}
    </CreatedForm>
  );
}

type FactsProps = {
  input: Typed;
  isNew: boolean;
  errorAt: ErrorAt;
  onChange: (part: Partial<Typed>) => void;
};

/** Titles, name, kind, unit, choices and viewers. */
function Facts({ input, isNew, errorAt, onChange }: FactsProps) {
  const t = useT();
  const translate = useTranslate();
  const { titles, name, kind, viewers } = input;
  return (
    <>
      <NamedInputs
        {...{ titles, name, isNew, errorAt }}
        isNamed={input.isNamed}
        nameError={errorAt("name")}
        onChange={onChange}
      >
        <ChoiceWidget
          field={{}}
          label={t("workshop.newField.kind")}
          value={kind}
          isRequired
          options={fieldKinds.map((value) => ({
            value,
            label: t(`workshop.newField.kinds.${value}`),
          }))}
          onChange={(value) => {
            const chosen = fieldKinds.find((other) => other === value);
            if (chosen) onChange({ kind: chosen });
          }}
        />
      </NamedInputs>
      {kind === "choices" && (
        <ChoiceInputs
          choices={input.choices}
          errorAt={errorAt}
          onChange={(choices) => onChange({ choices })}
        />
      )}
      <div className={styles.pair}>
        <ChoiceWidget
          field={{}}
          label={t("workshop.newField.viewers")}
          value={viewers}
          isRequired
          options={[
            ...fieldViewers,
            ...(viewers === "other" ? [viewers] : []),
          ].map((value) => ({
            value,
            label: t(`workshop.newField.viewersOf.${value}`),
          }))}
          onChange={(value) => {
            const chosen = fieldViewers.find((other) => other === value);
            if (chosen) onChange({ viewers: chosen });
          }}
        />
        {hasUnit(kind) && (
          <ChoiceWidget
            field={{}}
            label={t("workshop.newField.unit")}
            value={input.unit}
            placeholder={t("workshop.newField.noUnit")}
            options={unitNames.map((value) => ({
              value,
              label: translate(`list.units.${value}`, { number: 10 }),
            }))}
            onChange={(unit) => onChange({ unit: widgetText(unit) })}
          />
        )}
      </div>
    </>
  );
}

/** The rules for the values of a field of a created list. */
function Rules({ input, onChange }: Pick<FactsProps, "input" | "onChange">) {
  const t = useT();
  return (
    <fieldset className={styles.places}>
      <legend>{t("workshop.newField.rules")}</legend>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={input.isRequired}
          onChange={({ target }) => onChange({ isRequired: target.checked })}
        />{" "}
        {t("workshop.newField.required")}
      </label>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={input.isUnique}
          onChange={({ target }) => onChange({ isUnique: target.checked })}
        />{" "}
        {t("workshop.newField.unique")}
      </label>
    </fieldset>
  );
}

/** Where the list shows the new field. */
function Places({ input, onChange }: Pick<FactsProps, "input" | "onChange">) {
  const t = useT();
  const { declaration, editing, published } = useWorkshop();
  const translate = useTranslate();
  const { labels } = editing.draft.present;
  const sections = declaration ? sectionsOf(declaration) : [];
  const textOf = (id: string) =>
    translate(`resources.${published.id}.form.${id}`, {
      _: translate(`sections.${String(published.row.$id)}.${id}`, {
        _: labels.en[`form.${id}`] ?? id,
      }),
    });
  return (
    <fieldset className={styles.places}>
      <legend>{t("workshop.newField.places")}</legend>
      {(["column", "filter"] as const).map((place) => (
        <label key={place} className={styles.check}>
          <input
            type="checkbox"
            checked={input[place]}
            onChange={({ target }) => onChange({ [place]: target.checked })}
          />{" "}
          {t(`workshop.newField.${place}`)}
        </label>
      ))}
      {published.filledBy === "forms" &&
        (sections.length > 0 ? (
          <ChoiceWidget
            field={{}}
            label={t("workshop.newField.section")}
            value={input.section}
            placeholder={t("workshop.newField.atEnd")}
            options={sections.map(({ id }) => ({
              value: id,
              label: textOf(id),
            }))}
            onChange={(section) => onChange({ section: widgetText(section) })}
          />
        ) : (
          <p className={styles.facts}>{t("workshop.newField.inForm")}</p>
        ))}
    </fieldset>
  );
}
