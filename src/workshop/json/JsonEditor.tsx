import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, indentWithTab } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, foldGutter, foldKeymap } from "@codemirror/language";
import { lintGutter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import {
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { parse, printParseErrorCode, type ParseError } from "jsonc-parser";
import { useEffect, useRef } from "react";
import type { Names } from "../document/choices";
import { isInDeclaration, rangeOf } from "../document/problemPlace";
import type { Problem } from "../document/types";
import { metaSchema } from "../form/metaSchema";
import { completionOf } from "./completion";
import { editorTheme } from "./editorTheme";
import styles from "./json.module.css";

type JsonEditorProps = {
  label: string;
  /** The id of the text that explains how to leave the editor by keyboard. */
  describedBy: string;
  text: string;
  problems: readonly Problem[];
  names: Names;
  onChange: (text: string) => void;
  onUndo: () => void;
  onRedo: () => void;
};

/**
 * Edits the declaration as text, with completion and underlined problems. The
 * undo and redo keys undo and redo steps of the draft.
 */
export function JsonEditor(props: JsonEditorProps) {
  const { label, describedBy, text, problems } = props;
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const { text: doc } = latest.current;
    const editor = new EditorView({
      parent: place.current ?? undefined,
      state: EditorState.create({
        doc,
        extensions: extensions({ label, describedBy, latest }),
      }),
    });
    view.current = editor;
    return () => {
      editor.destroy();
      view.current = null;
    };
  }, [label, describedBy]);

  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const changes = replacement(editor.state.doc.toString(), text);
    if (changes) editor.dispatch({ changes });
    editor.dispatch(
      setDiagnostics(editor.state, diagnosticsOf(text, problems)),
    );
  }, [text, problems]);

  return <div ref={place} className={styles.editor} />;
}

const extensions = ({
  label,
  describedBy,
  latest,
}: {
  label: string;
  describedBy: string;
  latest: { readonly current: JsonEditorProps };
}) => [
  lineNumbers(),
  foldGutter(),
  lintGutter(),
  highlightActiveLine(),
  bracketMatching(),
  closeBrackets(),
  json(),
  autocompletion({
    override: [completionOf(metaSchema, () => latest.current.names)],
  }),
  keymap.of([
    { key: "Mod-z", run: () => (latest.current.onUndo(), true) },
    { key: "Mod-y", run: () => (latest.current.onRedo(), true) },
    { key: "Mod-Shift-z", run: () => (latest.current.onRedo(), true) },
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
    if (docChanged && text !== latest.current.text)
      latest.current.onChange(text);
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
