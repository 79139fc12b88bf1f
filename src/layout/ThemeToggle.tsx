import { useT } from "../providers/i18n/useT";
import { chooseTheme, useTheme } from "../theme/theme";
import { IconButton } from "../ui/IconButton";

/** Switches between light and dark; the browser stores the choice. */
export function ThemeToggle({ className }: { className?: string }) {
  const t = useT();
  const isDark = useTheme() === "dark";
  return (
    <IconButton
      className={className}
      icon={isDark ? "sun" : "moon"}
      label={t(isDark ? "shell.theme.light" : "shell.theme.dark")}
      onClick={() => {
        chooseTheme(isDark ? "light" : "dark");
      }}
    />
  );
}
