import { generateForm } from "@rjsf/mui";
import type { RJSFSchema, UiSchema, ValidatorType } from "@rjsf/utils";
import {
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from "react";
import { useLocation } from "react-router";
import { isFileField } from "../../../domain/fileField";
import type { Resource, RowSchema } from "../../../domain/resource";
import type { Row } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { useUserId } from "../../providers/viewer";
import { Button } from "../../ui/Button";
import { ErrorNotice } from "../../ui/ErrorNotice";
import { MuiTheme } from "../../ui/MuiTheme";
import { Skeleton } from "../../ui/Skeleton";
import { isTypedInto } from "../../ui/isTypedInto";
import { FieldTextProvider } from "../fieldText";
import { useFieldLabel } from "../useLabels";
import type { Widget } from "../registry/areaModule";
import { UnsavedQuestion, useUnsavedGuard } from "../useUnsavedGuard";
import { UploadContext, useUploads } from "../widgets/uploadContext";
import { ConflictDialog } from "./ConflictDialog";
import { Entry, EntryList } from "./EntryList";
import {
  FieldTemplate,
  ObjectTemplate,
  SendingContext,
  ValueField,
  type FormContext,
} from "./FormFields";
import {
  allChoices,
  askedSchema,
  isListOfObjects,
  type BodySchema,
  type ChoicesOf,
  type Values,
} from "./formValues";
import type { Errors } from "./problems";
import { useBody, type Body } from "./useBody";
import { useBodyForm, type SendForm } from "./useBodyForm";
import { useFormDraft } from "./useFormDraft";
import styles from "./forms.module.css";

export type SchemaFormProps = {
  /** The reference of the body: `freight` or `user#/definitions/create`. */
  body: string;
  /** The row whose values the form begins with. */
  row?: Row;
  /** The edited row with all its fields, for sections that fill fields from another list. */
  subject?: Row;
  /** Whether the form adds a new row, which may begin with the values of `row`. */
  isNew?: boolean;
  /** The row as it is now, if somebody else has changed it since. */
  latest?: Row;
  /** The list whose declaration lays out the form. */
  resource?: Pick<Resource, "name" | "extends" | "form">;
  /** Returns the choices of a field that the form offers; by default all of its enum. */
  choicesOf?: ChoicesOf;
  /** Properties that are sent but not asked for. */
  fixed?: Values;
  /** Whether every field may stay empty, because the rows keep their values. */
  isPartial?: boolean;
  submitLabel: string;
  onSubmit: SendForm;
  onCancel?: () => void;
  /** The subject of the form, if the address of the page does not name it. */
  about?: string;
  /** Widgets by field, which replace the widgets that the schemas choose. */
  widgets?: Readonly<Record<string, Widget>>;
  /** Returns errors of a body that the schema cannot find. */
  check?: (body: Values) => Errors;
  /** The questions above the one button of a visitor, and whether they are answered. */
  gate?: { content: ReactNode; isOpen: boolean };
  /** Gets a function that cancels, and asks first if something was typed. */
  cancelRef?: RefObject<(() => void) | null>;
};

/**
 * A form drawn from the schema of a call's body. It keeps what was typed until
 * `onSubmit` resolves: over refusals, failed calls and an expired session, and
 * for the same person also over a new login.
 */
export default function SchemaForm(props: SchemaFormProps) {
  const { body: newest, error, isFetching, retry } = useBody(props.body);
  // A published schema does not replace a form in which somebody types.
  const [kept, setOpened] = useState(newest);
  const opened = kept?.reference === props.body ? kept : newest;
  if (opened !== kept) setOpened(opened);
  if (opened)
    return (
      <BodyForm
        key={opened.path}
        {...props}
        {...opened}
        onReplace={
          newest && newest.path !== opened.path
            ? () => {
                setOpened(newest);
              }
            : undefined
        }
      />
    );
  if (error)
    return (
      <ErrorNotice error={error} isRetrying={isFetching} onRetry={retry} />
    );
  return <Skeleton height={280} />;
}

const Form = generateForm<unknown, RJSFSchema, FormContext>();

/** `useBodyForm` validates; of alternatives, the first one is drawn. */
const noValidator: ValidatorType<unknown, RJSFSchema, FormContext> = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  isValid: () => true,
  rawValidation: () => ({}),
};

const templates = {
  FieldTemplate,
  ObjectFieldTemplate: ObjectTemplate,
  ArrayFieldTemplate: EntryList,
  ArrayFieldItemTemplate: Entry,
};
const fields = { ValueField };

/** The form of a loaded schema. */
export function BodyForm({
  body,
  row,
  subject,
  isNew = false,
  latest,
  resource,
  choicesOf = allChoices,
  fixed = noValues,
  isPartial = false,
  submitLabel,
  onSubmit,
  onCancel,
  about = "",
  widgets = noWidgets,
  check,
  gate,
  cancelRef,
  schema,
  validate,
  onReplace,
}: SchemaFormProps &
  Body & {
    /** Opens the form again with its newly published fields. */
    onReplace?: () => void;
  }) {
  const t = useT();
  const asked = useMemo(
    () => askedSchema(schema, { fixed, isPartial, choicesOf }),
    [schema, fixed, isPartial, choicesOf],
  );
  const named: RowSchema = useMemo(
    () => ({
      $id: asked["x-texts"] ?? body.split("#")[0] ?? body,
      properties: asked.properties ?? {},
    }),
    [body, asked],
  );
  const label = useFieldLabel(named);
  const ui = useMemo(() => uiSchemaOf(asked), [asked]);
  const { pathname } = useLocation();
  const { restored, note, handOver } = useFormDraft(
    [body, pathname, about].join(" "),
    (name) => schema.properties?.[name]?.writeOnly === true,
  );
  const uploads = useUploads(resource?.name);
  const form = useBodyForm({
    schema: asked,
    validate,
    row,
    isNew,
    restored,
    fixed,
    check,
    unfinished: uploads.errors,
    onSubmit,
  });
  const isVisitor = useUserId() === "";
  // Links on pages of visitors load another page, which the router cannot hold back.
  const { question, before } = useUnsavedGuard(
    (form.isDirty || uploads.isUnfinished) && !isVisitor,
  );
  const cancel =
    onCancel &&
    (() => {
      before(onCancel);
    });
  useImperativeHandle(cancelRef, () => cancel ?? (() => undefined));
  useEffect(() => {
    note(form.draft);
  });
  const newer = latest ?? form.newer;
  const box = useRef<HTMLDivElement>(null);
  // A dialog around the form opened before the form had loaded.
  useEffect(() => {
    const { current } = box;
    if (current?.closest("dialog") && !isTypedInto(document.activeElement))
      current.querySelector<HTMLElement>(firstField)?.focus();
  }, []);
  const latestErrors = useRef(form.errors);
  useEffect(() => {
    latestErrors.current = form.errors;
  });
  useEffect(() => {
    if (form.refusals > 0) focusFirst(box.current, latestErrors.current);
  }, [form.refusals]);
  const hasErrors = Object.keys(form.errors).length > 0;
  const context: FormContext = {
    row: named.$id,
    resource,
    label,
    widgets,
    errors: form.errors,
    fill: isPartial
      ? undefined
      : { row: subject ?? noValues, apply: form.fill },
    onTouch: form.touch,
    onBlur: form.validateField,
  };
  return (
    <FieldTextProvider row={named}>
      <MuiTheme>
        <FormContexts isSending={form.isSending} uploads={uploads.context}>
          <div ref={box}>
            <Form
              className={styles.form}
              schema={asked as RJSFSchema}
              uiSchema={ui}
              formData={form.values}
              formContext={context}
              validator={noValidator}
              templates={templates}
              fields={fields}
              noHtml5Validate
              showErrorList={false}
              onChange={({ formData }) => {
                form.change(formData as Values);
              }}
              onSubmit={() => {
                void form.submit();
              }}
            >
              <div role="status">
                {restored && form.isDirty && !form.isSending && (
                  <FormNotice
                    text={t("form.restored.text")}
                    button={t("form.restored.reset")}
                    onClick={form.reset}
                  />
                )}
                {newer && !form.isSending && (
                  <FormNotice
                    text={t("form.newer.text")}
                    button={t("form.newer.compare")}
                    onClick={() => {
                      form.compare(newer);
                    }}
                  />
                )}
                {onReplace && !form.isSending && !uploads.isUnfinished && (
                  <FormNotice
                    text={t("form.published.text")}
                    button={t("form.published.open")}
                    onClick={() => {
                      handOver();
                      onReplace();
                    }}
                  />
                )}
              </div>
              {form.failure !== undefined && (
                <ErrorNotice error={form.failure} />
              )}
              {gate?.content}
              <div className={gate ? styles.submit : styles.actions}>
                {cancel && <Button onClick={cancel}>{t("form.cancel")}</Button>}
                <Button
                  type="submit"
                  kind="primary"
                  isWide={gate !== undefined}
                  disabled={gate && (!gate.isOpen || hasErrors)}
                  isPending={form.isSending}
                >
                  {submitLabel}
                </Button>
              </div>
            </Form>
          </div>
        </FormContexts>
      </MuiTheme>
      {form.theirs && (
        <ConflictDialog
          schema={asked}
          label={label}
          before={form.initial}
          mine={form.values}
          theirs={form.theirs.row}
          changed={form.theirs.changed}
          onSave={form.saveMerged}
          onClose={form.closeConflict}
        />
      )}
      {question && <UnsavedQuestion question={question} />}
    </FieldTextProvider>
  );
}

const FormContexts = ({
  isSending,
  uploads,
  children,
}: {
  isSending: boolean;
  uploads: ReturnType<typeof useUploads>["context"];
  children: ReactNode;
}) => (
  <SendingContext value={isSending}>
    <UploadContext value={uploads}>{children}</UploadContext>
  </SendingContext>
);

/** A sentence above the buttons of a form, with what the person can do about it. */
const FormNotice = ({
  text,
  button,
  onClick,
}: {
  text: string;
  button: string;
  onClick: () => void;
}) => (
  <div className={styles.notice}>
    <p>{text}</p>
    <Button onClick={onClick}>{button}</Button>
  </div>
);

const firstField = "input:not([type=hidden]), select, textarea";

/** Focuses the first field with an error, in the order of the page. */
function focusFirst(box: HTMLElement | null, errors: Errors): void {
  const places = [...(box?.querySelectorAll<HTMLElement>("[data-path]") ?? [])];
  const first = places.find(({ dataset }) => errors[dataset.path ?? ""]);
  first?.querySelector<HTMLElement>("input, select, textarea, button")?.focus();
}

const noValues: Values = {};
const noWidgets: Readonly<Record<string, Widget>> = {};

/** Draws single values by our widgets; the library keeps groups and lists. */
const uiSchemaOf = ({
  properties = {},
}: Pick<BodySchema, "properties">): UiSchema<
  unknown,
  RJSFSchema,
  FormContext
> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [
      name,
      field.properties
        ? uiSchemaOf(field)
        : isListOfObjects(field) && !isFileField(field)
          ? { items: uiSchemaOf(field.items ?? {}) }
          : { "ui:field": "ValueField" },
    ]),
  );
