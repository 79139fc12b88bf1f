import { useEffect, useState } from "react";
import { loadConfiguration } from "../providers/configuration";
import styles from "./CompanyLinks.module.css";

type Links = { label: string; href: string }[];

/** The links of the company that runs this portal, from `config.json`. */
export function CompanyLinks() {
  const [links, setLinks] = useState<Links>([]);
  useEffect(() => {
    let isShown = true;
    void loadConfiguration().then(({ companyLinks }) => {
      if (isShown) setLinks(companyLinks);
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
          <a
            className={styles.link}
            href={href}
            target="_blank"
            rel="noreferrer"
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
