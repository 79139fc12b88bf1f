import { createTheme, ThemeProvider } from "@mui/material/styles";
import type { ReactNode } from "react";

/** MUI's fields in the size of ours: a form of a hundred parts is dense. */
export const SmallFields = ({ children }: { children: ReactNode }) => (
  <ThemeProvider
    theme={(outer: object) =>
      createTheme(outer, {
        components: {
          MuiTextField: { defaultProps: { size: "small", fullWidth: true } },
          MuiFormControl: { defaultProps: { size: "small" } },
          MuiInputBase: { styleOverrides: { root: { fontSize: 14 } } },
          MuiCheckbox: { defaultProps: { size: "small" } },
        },
      })
    }
  >
    {children}
  </ThemeProvider>
);
