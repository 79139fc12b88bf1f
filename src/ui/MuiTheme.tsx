import type { ReactNode } from "react";
import { createTheme, ThemeProvider } from "@mui/material/styles";
import { useTheme, type Theme } from "../theme/theme";
import { topDialog } from "./openDialogs";

/** The element in which pickers are rendered. */
const container = () => topDialog() ?? document.body;

/**
 * The element in which menus and popovers are rendered. It contains nothing else,
 * because MUI hides the siblings of an open popover from screen readers. Messages and
 * dialogs that open beside a popover must be readable.
 */
function popoverContainer(): HTMLElement {
  const parent = container();
  const found = [...parent.children].find(
    (child): child is HTMLElement =>
      child instanceof HTMLElement && child.dataset.popovers !== undefined,
  );
  if (found) return found;
  const made = document.createElement("div");
  made.dataset.popovers = "";
  made.style.display = "contents";
  parent.append(made);
  return made;
}

const token = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Creates MUI's theme from the page's design tokens. */
const createMuiTheme = (mode: Theme) =>
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
      MuiModal: { defaultProps: { container: popoverContainer } },
      MuiPopover: { defaultProps: { container: popoverContainer } },
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

/** By mode: a page has many popups, and each of them would read all tokens again. */
const themes = new Map<Theme, ReturnType<typeof createMuiTheme>>();

function themeOf(mode: Theme) {
  const theme = themes.get(mode) ?? createMuiTheme(mode);
  themes.set(mode, theme);
  return theme;
}

/**
 * Gives MUI components our tokens, and renders their menus and pickers inside
 * the open dialog. Import it only from modules that are loaded on demand:
 * MUI is too heavy for the first load.
 */
export function MuiTheme({ children }: { children: ReactNode }) {
  const theme = themeOf(useTheme());
  return <ThemeProvider theme={theme}>{children}</ThemeProvider>;
}
