import { Link } from "react-router";
import { useT } from "../providers/i18n/useT";
import styles from "./Breadcrumb.module.css";

type BreadcrumbProps = {
  /** Pages above this one. */
  links: readonly { to: string; text: string }[];
  /** Names that lead nowhere, between the links and the page. */
  names?: readonly string[];
  current: string;
};

/** The way from the list to this page. */
export function Breadcrumb({ links, names = [], current }: BreadcrumbProps) {
  const t = useT();
  return (
    <nav aria-label={t("row.breadcrumb")}>
      <ol className={styles.breadcrumb}>
        {links.map(({ to, text }) => (
          <li key={to}>
            <Link className={styles.link} to={to}>
              {text}
            </Link>
          </li>
        ))}
        {names.map((name, index) => (
          <li key={index} className={styles.name}>
            {name}
          </li>
        ))}
        <li aria-current="page" className={styles.name}>
          {current}
        </li>
      </ol>
    </nav>
  );
}
