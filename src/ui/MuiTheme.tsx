import { useMemo, type ReactNode } from "react";
import { ThemeProvider } from "@mui/material/styles";
import { createMuiTheme } from "../theme/muiTheme";
import { useTheme } from "../theme/theme";

/**
 * Our tokens for parts built on MUI. Import it only from modules that are
 * loaded when first opened, since MUI comes with it.
 */
export function MuiTheme({ children }: { children: ReactNode }) {
  const mode = useTheme();
  const theme = useMemo(() => createMuiTheme(mode), [mode]);
  return <ThemeProvider theme={theme}>{children}</ThemeProvider>;
}
