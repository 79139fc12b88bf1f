import { useNavigate } from "react-router";
import type { Resource } from "../../../domain/resource";
import type { Row } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { useSendWrite } from "../../providers/write";
import SchemaForm from "../forms/SchemaForm";
import { FormPage, useAfterWrite } from "./FormPage";

/** The page that adds a row, by the declared `create` call. */
export default function NewPage({ resource }: { resource: Resource }) {
  const t = useT();
  const navigate = useNavigate();
  const sendWrite = useSendWrite();
  const afterWrite = useAfterWrite(resource);
  const { create } = resource.calls;
  if (!create) return null;
  return (
    <FormPage resource={resource} title={t("form.new")}>
      <SchemaForm
        body={create.body}
        resource={resource}
        submitLabel={t("form.save")}
        onCancel={() => void navigate(resource.route)}
        onSubmit={async (values) => {
          const { method, path } = create;
          const reply = await sendWrite<{ detail?: Row } | null>({
            method,
            path,
            body: values,
          });
          afterWrite(reply?.detail);
        }}
      />
    </FormPage>
  );
}
