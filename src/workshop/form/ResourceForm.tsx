import { generateForm } from "@rjsf/mui";
import type {
  RJSFSchema,
  RegistryWidgetsType,
  TemplatesType,
} from "@rjsf/utils";
import createPrecompiledValidator from "@rjsf/validator-ajv8/lib/createPrecompiledValidator.js";
import { useMemo } from "react";
import checks from "../../../generated/workshopForm";
import { MuiTheme } from "../../ui/MuiTheme";
import { errorSchemaOf } from "../document/errorSchema";
import { mergeForm } from "../document/mergeForm";
import type { Declaration, Problem } from "../document/types";
import { ChecksWidget } from "./ChecksWidget";
import { FieldTemplate } from "./FieldTemplate";
import type { FormContext } from "./FormContext";
import { ListItem, ListTemplate } from "./ListTemplate";
import { formSchema, metaSchema } from "./metaSchema";
import { NameWidget } from "./NameWidget";
import { ObjectTemplate } from "./ObjectTemplate";
import { SmallFields } from "./SmallFields";
import { declarationUi } from "./uiSchema";
import { useFormNames } from "./useFormNames";
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
 * A declaration as a form, made from the meta-schema. What is wrong with it is
 * what the server says, so that form, text and command line agree.
 */
export function ResourceForm({
  declaration,
  problems,
  context,
  onChange,
}: ResourceFormProps) {
  const names = useFormNames();
  const uiSchema = useMemo(() => declarationUi(metaSchema, names), [names]);
  const extraErrors = useMemo(() => errorSchemaOf(problems), [problems]);
  return (
    <MuiTheme>
      <SmallFields>
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
      </SmallFields>
    </MuiTheme>
  );
}
