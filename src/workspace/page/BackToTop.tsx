import { useEffect, useState } from "react";
import { useT } from "../../providers/i18n/useT";
import { IconButton } from "../../ui/IconButton";
import styles from "./BackToTop.module.css";

/** The way back up, once one has scrolled two screens down. */
export function BackToTop() {
  const t = useT();
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const look = () => {
      setIsShown(window.scrollY > 2 * window.innerHeight);
    };
    window.addEventListener("scroll", look, { passive: true });
    return () => {
      window.removeEventListener("scroll", look);
    };
  }, []);
  if (!isShown) return null;
  return (
    <IconButton
      className={styles.button}
      icon="arrowUp"
      label={t("list.toTop")}
      onClick={() => {
        window.scrollTo({ top: 0, behavior: "smooth" });
      }}
    />
  );
}
