import { generateForm } from "@rjsf/mui";
import {
  ErrorSchemaBuilder,
  type ErrorSchema,
  type RJSFSchema,
  type RegistryWidgetsType,
  type TemplatesType,
} from "@rjsf/utils";
import createPrecompiledValidator from "@rjsf/validator-ajv8/lib/createPrecompiledValidator.js";
import { useTranslate } from "ra-core";
import { useMemo } from "react";
import checks from "../../../generated/workshopForm";
import { mergeForm } from "../document/mergeForm";
import { isInDeclaration, pathOf } from "../document/problemPlace";
import type { Declaration, Problem } from "../document/types";
import { ChecksWidget } from "./ChecksWidget";
import { FieldTemplate } from "./FieldTemplate";
import type { FormContext } from "./FormContext";
import { ListItem, ListTemplate } from "./ListTemplate";
import { formSchema, metaSchema } from "./metaSchema";
import { NameWidget } from "./NameWidget";
import { ObjectTemplate } from "./ObjectTemplate";
import { declarationUi } from "./uiSchema";
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
