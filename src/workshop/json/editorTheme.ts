import {
  defaultHighlightStyle,
  HighlightStyle,
  syntaxHighlighting,
} from "@codemirror/language";
import { EditorView } from "@codemirror/view";

/** Tokens of the theme for the colours of the editor's default style. */
const colors: Readonly<Record<string, string>> = {
  "#a11": "var(--green)",
  "#164": "var(--accent)",
  "#219": "var(--orange)",
};

const highlight = HighlightStyle.define(
  defaultHighlightStyle.specs.map((spec) => ({
    ...spec,
    color: colors[String(spec.color)] ?? "inherit",
  })),
);

/** The editor in the style of the page, light and dark. */
export const editorTheme = [
  syntaxHighlighting(highlight),
  EditorView.theme({
    "&": {
      height: "100%",
      border: "1px solid var(--line-strong)",
      borderRadius: "var(--radius-s)",
      backgroundColor: "var(--surface)",
      color: "var(--ink)",
      fontSize: "var(--text-s)",
    },
    "&.cm-focused": { outline: "2px solid var(--focus)" },
    ".cm-scroller": { fontFamily: "ui-monospace, monospace" },
    ".cm-content": { caretColor: "var(--ink)" },
    ".cm-cursor": { borderLeftColor: "var(--ink)" },
    ".cm-gutters": {
      border: "0",
      backgroundColor: "var(--sunken)",
      color: "var(--ink-3)",
    },
    ".cm-activeLine, .cm-activeLineGutter": {
      backgroundColor: "color-mix(in srgb, var(--accent) 8%, transparent)",
    },
    "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
      { backgroundColor: "var(--accent-tint)" },
    ".cm-tooltip": {
      border: "1px solid var(--line-strong)",
      borderRadius: "var(--radius-s)",
      backgroundColor: "var(--surface)",
      color: "var(--ink)",
    },
    ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
      backgroundColor: "var(--accent)",
      color: "var(--on-accent)",
    },
    ".cm-diagnostic-error": { borderLeftColor: "var(--red)" },
  }),
];
