import type { ReactNode } from "react";
import { useT } from "../../providers/i18n/useT";
import { VisuallyHidden } from "../../ui/VisuallyHidden";
import styles from "./detail.module.css";

/** Whether a stored text is an address that may be opened; never a script. */
const isWebAddress = (text: string): boolean =>
  /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);

/** An address as a link that opens in a new tab; other texts stay texts. */
export function ValueLink({
  address,
  otherwise,
}: {
  address: unknown;
  otherwise: ReactNode;
}) {
  const t = useT();
  if (typeof address !== "string" || !isWebAddress(address)) return otherwise;
  return (
    <a
      className={styles.link}
      href={address}
      target="_blank"
      rel="noopener noreferrer"
    >
      {new URL(address).host}
      <VisuallyHidden>{t("row.newTab")}</VisuallyHidden>
    </a>
  );
}
