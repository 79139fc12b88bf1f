import { useTranslate } from "ra-core";
import { useT } from "../../providers/i18n/useT";
import { useWorkspace } from "../../providers/workspace";
import { ChoiceWidget } from "../../workspace/widgets/choiceWidgets";
import { widgetText } from "../../workspace/widgets/widgetText";
import { CreatedForm, NamedInputs, type ErrorAt } from "../fields/CreatedForm";
import { suggestedValue } from "../fields/fieldInput";
import { metaSchema } from "../form/uiSchema";
import { listFaults, listViewers, type ListInput } from "./listInput";
import styles from "../fields/fields.module.css";

const icons = metaSchema.properties?.icon?.enum ?? [];
const ownGroups = ["own", "lots", "none"] as const;

export type TypedList = ListInput & { isNamed: boolean };

type ListFormProps = {
  input: TypedList;
  isNew: boolean;
  /** Names that lists, their rows and their routes already have. */
  taken: readonly string[];
  /** The fields whose values together no two rows share. */
  unique: readonly string[];
  onChange: (input: TypedList) => void;
  onSubmit: () => void;
  onCancel: () => void;
};

/** The form of a created list: titles, name, place in the menu, rights and import. */
export function ListForm(props: ListFormProps) {
  const { input, isNew, taken, unique, onChange, onSubmit, onCancel } = props;
  const t = useT();
  const change = (part: Partial<TypedList>) => onChange({ ...input, ...part });
  return (
    <CreatedForm
      title={t(isNew ? "workshop.newList.title" : "workshop.newList.edit")}
      faults={listFaults(input, taken, unique)}
      isNew={isNew}
      canSubmit
      {...(isNew ? { submitText: t("workshop.newList.start") } : {})}
      onSubmit={onSubmit}
      onCancel={onCancel}
    >
      {(errorAt) => (
        <>
          {isNew && (
            <p className={styles.facts}>{t("workshop.newList.text")}</p>
          )}
          <NamedInputs
            {...{ isNew, errorAt }}
            titles={input.titles}
            name={input.name}
            isNamed={input.isNamed}
            nameError={errorAt("name")}
            nameHint={t("workshop.newList.nameHint")}
            suggest={suggestedValue}
            onChange={change}
          >
            <IconChoice input={input} onChange={change} />
          </NamedInputs>
          <Rights input={input} onChange={change} />
          <Options
            input={input}
            unique={unique}
            errorAt={errorAt}
            onChange={change}
          />
        </>
      )}
    </CreatedForm>
  );
}

type PartProps = {
  input: TypedList;
  onChange: (part: Partial<TypedList>) => void;
};

function IconChoice({ input, onChange }: PartProps) {
  const t = useT();
  const translate = useTranslate();
  return (
    <ChoiceWidget
      field={{}}
      label={t("workshop.keys.icon")}
      value={input.icon}
      isRequired
      options={icons.map((value) => ({
        value,
        label: translate(`workshop.choices.icon.${value}`),
      }))}
      onChange={(icon) => onChange({ icon: widgetText(icon) })}
    />
  );
}

/** Where the menu has the list, who sees it and who changes its rows. */
function Rights({ input, onChange }: PartProps) {
  const t = useT();
  const translate = useTranslate();
  const { resources } = useWorkspace();
  const groups = [
    ...new Set([
      ...ownGroups,
      ...resources.flatMap(({ menu }) => menu?.group ?? []),
      input.group,
    ]),
  ];
  const groupText = (group: string) =>
    translate(`shell.menu.groups.${group}`, {
      _: translate(`workshop.choices.group.${group}`, {
        _: translate(`workshop.choices.${group}`, { _: group }),
      }),
    });
  return (
    <div className={styles.pair}>
      <ChoiceWidget
        field={{}}
        label={t("workshop.newList.group")}
        value={input.group}
        isRequired
        options={groups.map((value) => ({ value, label: groupText(value) }))}
        onChange={(group) => onChange({ group: widgetText(group) })}
      />
      {(["viewers", "writers"] as const).map((right) => (
        <ChoiceWidget
          key={right}
          field={{}}
          label={t(`workshop.newList.${right}`)}
          value={input[right]}
          isRequired
          options={[
            ...listViewers,
            ...(input[right] === "other" ? (["other"] as const) : []),
          ].map((value) => ({
            value,
            label: t(`workshop.newList.${right}Of.${value}`),
          }))}
          onChange={(value) => {
            const chosen = listViewers.find((other) => other === value);
            if (chosen) onChange({ [right]: chosen });
          }}
        />
      ))}
    </div>
  );
}

function Options({
  input,
  unique,
  errorAt,
  onChange,
}: PartProps & { unique: readonly string[]; errorAt: ErrorAt }) {
  const t = useT();
  const wrong = errorAt("import");
  return (
    <fieldset className={styles.places}>
      <legend>{t("workshop.newList.options")}</legend>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={input.hasHistory}
          onChange={({ target }) => onChange({ hasHistory: target.checked })}
        />{" "}
        {t("workshop.newList.history")}
      </label>
      <label className={styles.check}>
        <input
          type="checkbox"
          aria-invalid={wrong ? true : undefined}
          checked={input.hasImport}
          onChange={({ target }) => onChange({ hasImport: target.checked })}
        />{" "}
        {t("workshop.newList.import", { fields: unique.join(", ") })}
      </label>
      {wrong && (
        <p className={styles.error} role="alert">
          {wrong}
        </p>
      )}
    </fieldset>
  );
}
