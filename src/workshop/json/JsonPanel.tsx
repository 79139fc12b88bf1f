import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, indentWithTab } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  defaultHighlightStyle,
  HighlightStyle,
  syntaxHighlighting,
} from "@codemirror/language";
import { lintGutter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import {
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { parse, printParseErrorCode, type ParseError } from "jsonc-parser";
import { useEffect, useId, useMemo, useRef } from "react";
import { useT } from "../../providers/i18n/useT";
import { namesOf, type Names } from "../document/choices";
import { isInDeclaration, rangeOf } from "../document/problemPlace";
import type { Problem } from "../document/draft";
import type { Editing } from "../document/useDraft";
import { metaSchemas, type MetaPart } from "../form/uiSchema";
import { useWorkshop } from "../WorkshopContext";
import { completionOf } from "./completion";
import styles from "./json.module.css";

/** The state of the workshop that the editor's callbacks read. */
type Latest = { editing: Editing; names: Names };

/**
 * The draft as JSON, with completion and underlined problems. The undo and redo
 * keys undo and redo steps of the draft.
 */
export default function JsonPanel() {
  const t = useT();
  const helpId = useId();
  const { editing, checked, declaration, published, row } = useWorkshop();
  const names = useMemo(
    () => namesOf(declaration ?? published.document.declaration, row),
    [declaration, published, row],
  );
  const { text } = editing.draft.present;
  const problems = checked.check?.problems;
  const label = t("workshop.json.label");
  const meta = metaSchemas[published.kind];
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef<Latest>({ editing, names });
  useEffect(() => {
    latest.current = { editing, names };
  });

  useEffect(() => {
    const editor = new EditorView({
      parent: place.current ?? undefined,
      state: EditorState.create({
        doc: latest.current.editing.draft.present.text,
        extensions: extensions({ label, describedBy: helpId, meta, latest }),
      }),
    });
    view.current = editor;
    return () => {
      editor.destroy();
      view.current = null;
    };
  }, [label, helpId, meta]);

  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const changes = replacement(editor.state.doc.toString(), text);
    if (changes) editor.dispatch({ changes });
    editor.dispatch(
      setDiagnostics(editor.state, diagnosticsOf(text, problems ?? [])),
    );
  }, [text, problems]);

  return (
    <div className={styles.panel}>
      <p id={helpId} className={styles.help}>
        {t("workshop.json.help")}
      </p>
      <div ref={place} className={styles.editor} />
    </div>
  );
}

const extensions = ({
  label,
  describedBy,
  meta,
  latest,
}: {
  label: string;
  describedBy: string;
  meta: MetaPart;
  latest: { readonly current: Latest };
}) => [
  lineNumbers(),
  foldGutter(),
  lintGutter(),
  highlightActiveLine(),
  bracketMatching(),
  closeBrackets(),
  json(),
  autocompletion({
    override: [completionOf(meta, () => latest.current.names)],
  }),
  keymap.of([
    { key: "Mod-z", run: () => (latest.current.editing.undo(), true) },
    { key: "Mod-y", run: () => (latest.current.editing.redo(), true) },
    { key: "Mod-Shift-z", run: () => (latest.current.editing.redo(), true) },
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...foldKeymap,
    ...defaultKeymap,
    indentWithTab,
  ]),
  EditorView.contentAttributes.of({
    "aria-label": label,
    "aria-describedby": describedBy,
    // A scrollable element must be reachable by keyboard.
    tabindex: "0",
  }),
  EditorView.updateListener.of(({ docChanged, state }) => {
    const text = state.doc.toString();
    const { draft, editText } = latest.current.editing;
    if (docChanged && text !== draft.present.text) editText(text);
  }),
  editorTheme,
];

/**
 * Returns the markers of the text: its syntax errors, or the problems of the
 * declaration if the syntax is valid.
 */
export function diagnosticsOf(
  text: string,
  problems: readonly Problem[],
): Diagnostic[] {
  const errors: ParseError[] = [];
  parse(text, errors);
  if (errors.length > 0)
    return errors.map(({ error, offset, length }) => ({
      from: Math.min(offset, text.length),
      to: Math.min(offset + length, text.length),
      severity: "error",
      message: printParseErrorCode(error),
    }));
  return problems.filter(isInDeclaration).map(({ pointer, reason }) => ({
    ...rangeOf(text, pointer),
    severity: "error",
    message: reason,
  }));
}

/**
 * Returns the single replacement that turns a text into the next, null if they
 * are equal. It spares what both begin and end with, and so the cursor.
 */
export function replacement(
  text: string,
  next: string,
): { from: number; to: number; insert: string } | null {
  if (text === next) return null;
  const shorter = Math.min(text.length, next.length);
  let from = 0;
  while (from < shorter && text[from] === next[from]) from += 1;
  let end = 0;
  while (
    end < shorter - from &&
    text[text.length - 1 - end] === next[next.length - 1 - end]
  )
    end += 1;
  return {
    from,
    to: text.length - end,
    insert: next.slice(from, next.length - end),
  };
}

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
const editorTheme = [
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
