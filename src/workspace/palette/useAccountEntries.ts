import { useNotify } from "ra-core";
import { languageNames } from "../../../domain/limits";
import { useLogOut } from "../../layout/AccountMenu";
import { errorText } from "../../providers/errorText";
import { changeLanguage, currentLanguage } from "../../providers/i18n/language";
import { useT } from "../../providers/i18n/useT";
import { useWorkspace } from "../../providers/workspace";
import { chooseTheme, useTheme } from "../../theme/theme";
import type { PaletteEntry } from "./paletteEntries";

/** Returns the pages and commands of the account that the menu does not have. */
export function useAccountEntries(): {
  pages: PaletteEntry[];
  actions: PaletteEntry[];
} {
  const t = useT();
  const notify = useNotify();
  const { isOwnServer } = useWorkspace();
  const isDark = useTheme() === "dark";
  const logOut = useLogOut();
  const page = (to: string, label: string, icon: PaletteEntry["icon"]) => ({
    ...{ id: `page ${to}`, group: t("palette.pages"), detail: "" },
    ...{ to, label, icon },
  });
  const command = (
    id: string,
    entry: Pick<PaletteEntry, "label" | "icon" | "run">,
  ) => ({
    ...{ id: `account ${id}`, group: t("palette.actions"), detail: "", to: "" },
    ...entry,
  });
  return {
    pages: [
      ...(isOwnServer
        ? [page("/profile/security", t("security.title"), "wrench")]
        : []),
      page("/change-password", t("auth.changePassword.title"), "user"),
    ],
    actions: [
      command("theme", {
        label: t(isDark ? "shell.theme.light" : "shell.theme.dark"),
        icon: isDark ? "sun" : "moon",
        run: () => {
          chooseTheme(isDark ? "light" : "dark");
        },
      }),
      ...languageNames
        .filter((name) => name !== currentLanguage())
        .map((name) =>
          command(name, {
            label: `${t("shell.language")}: ${t(`languages.${name}`)}`,
            icon: "chat",
            run: () => {
              changeLanguage(name).catch((error: unknown) => {
                notify(errorText(error, t), { type: "error" });
              });
            },
          }),
        ),
      command("logout", {
        label: t("shell.logout"),
        icon: "logout",
        run: logOut,
      }),
    ],
  };
}
