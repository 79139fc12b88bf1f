import { PageHeader } from "../layout/PageHeader";
import { useT } from "../providers/i18n/useT";
import { useWorkspace } from "../providers/workspace";
import { Empty } from "../ui/Empty";
import { LinkButton } from "../ui/LinkButton";

const cars = "/car-auction";

/** The page for unknown addresses, with a link to the cars or the profile. */
export default function NotFoundPage() {
  const t = useT();
  const seesCars = useWorkspace().resources.some(({ route }) => route === cars);
  return (
    <>
      <PageHeader title={t("pages.notFound.title")} />
      <Empty
        text={t("pages.notFound.text")}
        action={
          <LinkButton to={seesCars ? cars : "/profile"}>
            {t(
              seesCars ? "pages.notFound.action" : "pages.notFound.actionOther",
            )}
          </LinkButton>
        }
      />
    </>
  );
}
