import { useEffect, useState } from "react";
import { loadConfiguration } from "../providers/configuration";
import styles from "./CompanyLinks.module.css";

type Links = { label: string; href: string }[];

const schemes = ["https:", "http:", "mailto:", "tel:"];

/** Returns whether an address leads to a place, and does not run a script. */
export const isPlace = (href: string): boolean =>
  URL.canParse(href, location.origin) &&
  schemes.includes(new URL(href, location.origin).protocol);

/** The links of the company that runs this portal, from `config.json`. */
export function CompanyLinks() {
  const [links, setLinks] = useState<Links>([]);
  useEffect(() => {
    let isShown = true;
    void loadConfiguration().then(({ companyLinks }) => {
      if (isShown) setLinks(companyLinks.filter(({ href }) => isPlace(href)));
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
