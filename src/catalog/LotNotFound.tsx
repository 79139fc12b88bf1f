import type { Resource } from "../../domain/resource";
import { PageHeader } from "../layout/PageHeader";
import { useT } from "../providers/i18n/useT";
import { Empty } from "../ui/Empty";
import { LinkButton } from "../ui/LinkButton";

/** No such lot, or none that this viewer may see. */
export function LotNotFound({ resource }: { resource: Resource }) {
  const t = useT();
  return (
    <>
      <PageHeader title={t("lot.notFound.title")} />
      <Empty
        icon="car"
        text={t("lot.notFound.text")}
        action={
          <LinkButton to={resource.route}>
            {t("lot.notFound.action")}
          </LinkButton>
        }
      />
    </>
  );
}
