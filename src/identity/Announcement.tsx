import { useEffect, useState } from "react";
import { loadConfiguration } from "../providers/configuration";
import { currentLanguage } from "../providers/i18n/language";
import { Icon } from "../ui/Icon";
import styles from "./Announcement.module.css";

/** The announcement of `config.json` on the login page, if there is one. */
export function Announcement() {
  const [text, setText] = useState<string>();
  useEffect(() => {
    let isShown = true;
    void loadConfiguration().then(({ announcement }) => {
      if (isShown) setText(announcement[currentLanguage()]);
    });
    return () => {
      isShown = false;
    };
  }, []);
  if (!text) return null;
  return (
    <p className={styles.announcement}>
      <Icon name="info" />
      {text}
    </p>
  );
}
