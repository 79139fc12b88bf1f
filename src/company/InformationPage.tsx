import { useLocation } from "react-router";
import { PageHeader } from "../layout/PageHeader";
import { useT } from "../providers/i18n/useT";
import { InformationText, useInformation } from "./InformationText";
import styles from "./information.module.css";

/** An information page in the layout of signed-in users. */
export default function InformationPage() {
  const t = useT();
  const { pathname } = useLocation();
  const information = useInformation(pathname);
  return (
    <>
      <PageHeader title={information.title ?? t("company.page")} />
      <article className={styles.page}>
        <InformationText {...information} />
      </article>
    </>
  );
}
