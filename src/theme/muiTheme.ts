import { createTheme } from "@mui/material/styles";
import type { Theme } from "./theme";

const token = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/**
 * Creates MUI's theme from the page's design tokens. `container` returns the
 * element in which menus, popovers and pickers are rendered.
 */
export const createMuiTheme = (mode: Theme, container: () => HTMLElement) =>
  createTheme({
    palette: {
      mode,
      primary: {
        main: token("--accent"),
        dark: token("--accent-strong"),
        contrastText: token("--on-accent"),
      },
      error: { main: token("--red") },
      warning: { main: token("--orange") },
      success: { main: token("--green") },
      text: {
        primary: token("--ink"),
        secondary: token("--ink-2"),
        disabled: token("--ink-3"),
      },
      background: { default: token("--paper"), paper: token("--surface") },
      divider: token("--line"),
      action: {
        hover: token("--sunken"),
        selected: token("--accent-tint"),
        focus: token("--accent-tint"),
      },
    },
    shape: { borderRadius: 8 },
    spacing: 4,
    typography: {
      fontFamily: token("--font"),
      fontSize: 14,
      htmlFontSize: 16,
      button: { textTransform: "none", fontWeight: 540 },
    },
    transitions: { create: () => "none" },
    components: {
      MuiButtonBase: { defaultProps: { disableRipple: true } },
      MuiModal: { defaultProps: { container } },
      MuiPopover: { defaultProps: { container } },
      MuiPopper: { defaultProps: { container } },
      MuiPaper: {
        styleOverrides: {
          root: {
            backgroundImage: "none",
            border: `1px solid ${token("--line-strong")}`,
          },
        },
      },
    },
  });
