import { useMemo, type ReactNode } from "react";
import { ThemeProvider } from "@mui/material/styles";
import { createMuiTheme } from "../theme/muiTheme";
import { useTheme } from "../theme/theme";
import { topDialog } from "./openDialogs";

const container = () => topDialog() ?? document.body;

/**
 * Gives MUI components our tokens, and renders their menus and pickers inside
 * the open dialog. Import it only from modules that are loaded on demand:
 * MUI is too heavy for the first load.
 */
export function MuiTheme({ children }: { children: ReactNode }) {
  const mode = useTheme();
  const theme = useMemo(() => createMuiTheme(mode, container), [mode]);
  return <ThemeProvider theme={theme}>{children}</ThemeProvider>;
}
