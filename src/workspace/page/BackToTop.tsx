import { useEffect, useState } from "react";
import { useT } from "../../providers/i18n/useT";
import { IconButton } from "../../ui/IconButton";
import styles from "./BackToTop.module.css";

/** A button to the top, shown after scrolling down by two screens. */
export function BackToTop() {
  const t = useT();
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const update = () => {
      setIsShown(window.scrollY > 2 * window.innerHeight);
    };
    window.addEventListener("scroll", update, { passive: true });
    return () => {
      window.removeEventListener("scroll", update);
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
