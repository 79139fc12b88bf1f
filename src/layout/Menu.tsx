import { useT } from "../providers/i18n/useT";
import { useHasWorkshop, useWorkspace } from "../providers/workspace";
import { menuOf } from "./menuEntries";
import { MenuLink } from "./MenuLink";
import styles from "./Menu.module.css";

/** The two groups of the menu: the user's own pages and the lots. */
export function Menu({ isShort = false }: { isShort?: boolean }) {
  const t = useT();
  const { resources } = useWorkspace();
  const { own, lots } = menuOf(resources, { hasWorkshop: useHasWorkshop() });
  return (
    <nav aria-label={t("shell.menu.title")}>
      {[own, lots].map((entries, index) => (
        <ul key={index} className={styles.group}>
          {entries.map((entry) => (
            <li key={entry.route}>
              <MenuLink entry={entry} isShort={isShort} />
            </li>
          ))}
        </ul>
      ))}
    </nav>
  );
}
