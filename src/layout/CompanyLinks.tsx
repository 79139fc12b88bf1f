import { useEffect, useState } from "react";
import { Link } from "react-router";
import { loadConfiguration } from "../providers/configuration";
import { currentLanguage } from "../providers/i18n/language";
import styles from "./CompanyLinks.module.css";

type Links = { label: string | undefined; href: string }[];

const schemes = ["https:", "http:", "mailto:", "tel:"];

/** Returns whether an address leads to a place, and does not run a script. */
export const isPlace = (href: string): boolean =>
  URL.canParse(href, location.origin) &&
  schemes.includes(new URL(href, location.origin).protocol);

/** The links of the company that runs this portal: its pages and contacts. */
export function CompanyLinks() {
  const [links, setLinks] = useState<Links>([]);
  useEffect(() => {
    let isShown = true;
    void loadConfiguration().then(({ companyLinks }) => {
      if (!isShown) return;
      const language = currentLanguage();
      setLinks(
        companyLinks
          .filter(({ href }) => isPlace(href))
          .map(({ label, href }) => ({
            label: typeof label === "string" ? label : label[language],
            href,
          })),
      );
    });
    return () => {
      isShown = false;
    };
  }, []);
  if (links.length === 0) return null;
  return (
    <ul className={styles.links}>
      {links.map(({ label, href }) => (
        <li key={href}>
          {href.startsWith("/") ? (
            <Link className={styles.link} to={href}>
              {label}
            </Link>
          ) : (
            <a
              className={styles.link}
              href={href}
              target="_blank"
              rel="noreferrer"
            >
              {label}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
