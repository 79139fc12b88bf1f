import { createTheme, ThemeProvider } from "@mui/material/styles";
import type { ReactNode } from "react";
import { MuiTheme } from "../../ui/MuiTheme";

/** The theme of MUI inputs in the workshop, which are smaller than elsewhere. */
export const SmallInputs = ({ children }: { children: ReactNode }) => (
  <MuiTheme>
    <ThemeProvider theme={smallInputs}>{children}</ThemeProvider>
  </MuiTheme>
);

const smallInputs = (outer: object) =>
  createTheme(outer, {
    components: {
      MuiTextField: { defaultProps: { size: "small", fullWidth: true } },
      MuiFormControl: { defaultProps: { size: "small" } },
      MuiInputBase: { styleOverrides: { root: { fontSize: 14 } } },
      // The gap in the border is as wide as the label, which is larger.
      MuiOutlinedInput: {
        styleOverrides: { notchedOutline: { fontSize: 16 } },
      },
      MuiCheckbox: { defaultProps: { size: "small" } },
    },
  });
