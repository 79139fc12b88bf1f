import { useNavigate } from "react-router";
import type { Resource } from "../../../domain/resource";
import type { Row } from "../../providers/dataProvider";
import { useT } from "../../providers/i18n/useT";
import { writeRow } from "../../providers/rowApi";
import { useIdempotencyKey } from "../../providers/idempotencyKey";
import { useWorkspace } from "../../providers/workspace";
import SchemaForm from "../forms/SchemaForm";
import { FormPage, useAfterWrite } from "./FormPage";

/** The page that adds a row, by the declared `create` call. */
export default function NewPage({ resource }: { resource: Resource }) {
  const t = useT();
  const navigate = useNavigate();
  const { isOwnServer } = useWorkspace();
  const { keyFor } = useIdempotencyKey();
  const afterWrite = useAfterWrite(resource);
  const { create } = resource.calls;
  if (!create) return null;
  return (
    <FormPage resource={resource} title={t("form.new")}>
      <SchemaForm
        body={create.body}
        submitLabel={t("form.save")}
        onCancel={() => void navigate(resource.route)}
        onSubmit={async (values) => {
          const key = isOwnServer ? keyFor(values) : undefined;
          const reply = await writeRow<{ detail?: Row } | null>(create, {
            values,
            key,
          });
          afterWrite(reply?.detail);
        }}
      />
    </FormPage>
  );
}
