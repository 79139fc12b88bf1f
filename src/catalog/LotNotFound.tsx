import type { Resource } from "../../domain/resource";
import { PageHeader } from "../layout/PageHeader";
import { useT } from "../providers/i18n/useT";
import { Empty } from "../ui/Empty";
import { LinkButton } from "../ui/LinkButton";

/** Shown if the lot does not exist or the viewer may not see it. */
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
