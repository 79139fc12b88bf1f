import type { Resource } from "../../../domain/resource";
import { PageHeader } from "../../layout/PageHeader";
import { useT } from "../../providers/i18n/useT";
import { Empty } from "../../ui/Empty";
import { LinkButton } from "../../ui/LinkButton";

/** Shown if the row does not exist or the viewer may not see it. */
export function RowNotFound({ resource }: { resource: Resource }) {
  const t = useT();
  return (
    <>
      <PageHeader title={t("row.notFound.title")} />
      <Empty
        text={t("row.notFound.text")}
        action={
          <LinkButton to={resource.route}>
            {t("row.notFound.action")}
          </LinkButton>
        }
      />
    </>
  );
}
