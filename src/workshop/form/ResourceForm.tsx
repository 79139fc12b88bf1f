import { generateForm } from "@rjsf/mui";
import {
  ErrorSchemaBuilder,
  type ErrorSchema,
  type RJSFSchema,
  type RegistryFieldsType,
  type RegistryWidgetsType,
  type TemplatesType,
  type WidgetProps,
  ariaDescribedByIds,
  type FieldTemplateProps,
} from "@rjsf/utils";
import createPrecompiledValidator from "@rjsf/validator-ajv8/lib/createPrecompiledValidator.js";
import { useTranslate } from "ra-core";
import { useMemo } from "react";
import TextField from "@mui/material/TextField";
import checks from "../../../generated/workshopForm";
import { mergeForm } from "../document/mergeForm";
import { isInDeclaration, pathOf } from "../document/problemPlace";
import type { Declaration, Problem } from "../document/draft";
import type { Names } from "../document/choices";
import {
  type FormContext,
  formSchema,
  metaSchema,
  declarationUi,
} from "./uiSchema";
import { ConditionsField } from "./conditions/ConditionsField";
import { ListItem, ListTemplate } from "./ListTemplate";
import { ObjectTemplate } from "./ObjectTemplate";
import styles from "./form.module.css";

const Form = generateForm<Declaration, RJSFSchema, FormContext>();

const validator = createPrecompiledValidator<
  Declaration,
  RJSFSchema,
  FormContext
>(checks, formSchema);

const templates: Partial<TemplatesType<Declaration, RJSFSchema, FormContext>> =
  {
    ArrayFieldTemplate: ListTemplate,
    ArrayFieldItemTemplate: ListItem,
    FieldTemplate,
    ObjectFieldTemplate: ObjectTemplate,
  };

const widgets: RegistryWidgetsType<Declaration, RJSFSchema, FormContext> = {
  ChecksWidget,
  NameWidget,
};

const fields: RegistryFieldsType<Declaration, RJSFSchema, FormContext> = {
  ConditionsField,
};

type ResourceFormProps = {
  declaration: Declaration;
  problems: readonly Problem[];
  context: FormContext;
  onChange: (declaration: Declaration) => void;
};

/**
 * Edits a declaration in a form derived from the meta-schema. Only the errors
 * found by the server are shown, so that the form agrees with the JSON editor.
 */
export function ResourceForm({
  declaration,
  problems,
  context,
  onChange,
}: ResourceFormProps) {
  const translate = useTranslate();
  const uiSchema = useMemo(
    () => declarationUi(metaSchema, translate),
    [translate],
  );
  const extraErrors = useMemo(() => errorSchemaOf(problems), [problems]);
  return (
    <Form
      className={styles.form}
      tagName="div"
      schema={formSchema}
      uiSchema={uiSchema}
      formData={declaration}
      formContext={context}
      validator={validator}
      templates={templates}
      widgets={widgets}
      fields={fields}
      extraErrors={extraErrors}
      showErrorList={false}
      noHtml5Validate
      experimental_defaultFormStateBehavior={{
        arrayMinItems: { populate: "never" },
        emptyObjectFields: "skipDefaults",
      }}
      onChange={({ formData }) => {
        if (formData) onChange(mergeForm(declaration, formData));
      }}
    >
      <></>
    </Form>
  );
}

/** Returns the problems of the declaration in the form library's structure. */
function errorSchemaOf(problems: readonly Problem[]): ErrorSchema {
  const builder = new ErrorSchemaBuilder();
  for (const problem of problems)
    if (isInDeclaration(problem))
      builder.addErrors(problem.reason, pathOf(problem.pointer));
  return builder.ErrorSchema;
}

type Choice = { value: string; label: string; about?: string };

/** Checkboxes for any number of fixed values, such as roles, each explained. */
function ChecksWidget({
  id,
  value,
  label,
  options,
  disabled,
  readonly,
  onChange,
}: WidgetProps<Declaration, RJSFSchema, FormContext>) {
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  const choices = options.choices as Choice[];
  return (
    <fieldset className={styles.checks} disabled={disabled || readonly}>
      <legend>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.check}>
          <input
            type="checkbox"
            id={`${id}-${choice.value}`}
            checked={chosen.includes(choice.value)}
            onChange={({ target }) => {
              // Values keep the order of the schema, whichever is checked first.
              const next = choices
                .map((other) => other.value)
                .filter((other) =>
                  other === choice.value
                    ? target.checked
                    : chosen.includes(other),
                );
              onChange(next.length > 0 ? next : undefined);
            }}
          />
          <span>
            {choice.label}
            {choice.about && <small>{choice.about}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

type NameWidgetProps = WidgetProps<Declaration, RJSFSchema, FormContext>;

/**
 * Selects a field, sort or filter by its name. A chosen name that no longer
 * exists stays in the list, so that opening the form changes nothing.
 */
function NameWidget(props: NameWidgetProps) {
  const { id, label, hideLabel, required, disabled, readonly } = props;
  const value: unknown = props.value;
  const { onChange, onBlur, onFocus, options, rawErrors, registry } = props;
  const { names, nameText } = registry.formContext;
  const kind = options.names as keyof Names;
  const chosen = typeof value === "string" ? value : "";
  const known = names[kind];
  const offered =
    chosen === "" || known.includes(chosen) ? known : [chosen, ...known];
  return (
    <TextField
      id={id}
      select
      fullWidth
      label={hideLabel ? undefined : label}
      value={chosen}
      required={required}
      disabled={disabled || readonly}
      error={Boolean(rawErrors?.length)}
      onChange={({ target }) =>
        onChange(target.value === "" ? undefined : target.value)
      }
      onBlur={() => onBlur(id, value)}
      onFocus={() => onFocus(id, value)}
      slotProps={{
        select: { native: true },
        inputLabel: { shrink: true },
        htmlInput: {
          "aria-describedby": ariaDescribedByIds(id),
          ...(hideLabel ? { "aria-label": label } : {}),
        },
      }}
    >
      {(!required || chosen === "") && <option value="" />}
      {offered.map((name) => (
        <option key={name} value={name}>
          {nameText(kind, name)}
        </option>
      ))}
    </TextField>
  );
}

/** One input with its errors and its hint. */
function FieldTemplate({
  id,
  children,
  hidden,
  rawErrors = [],
  uiSchema,
  displayLabel,
  help,
}: FieldTemplateProps<Declaration, RJSFSchema, FormContext>) {
  if (hidden) return null;
  // The descriptions of the schema are written for people who edit files.
  const hint = uiSchema?.["ui:description"];
  return (
    <div className={styles.field}>
      {children}
      {rawErrors.length > 0 && (
        <p id={`${id}__error`} className={styles.error}>
          {[...new Set(rawErrors)].join(" ")}
        </p>
      )}
      {displayLabel && hint ? (
        <p id={`${id}__description`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
      {help}
    </div>
  );
}
