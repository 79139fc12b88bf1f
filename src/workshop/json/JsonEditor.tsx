import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, indentWithTab } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, foldGutter, foldKeymap } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import {
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { useEffect, useRef } from "react";
import type { Names } from "../document/choices";
import type { Problem } from "../document/types";
import { metaSchema } from "../form/metaSchema";
import { completionOf } from "./completion";
import { diagnosticsOf } from "./diagnostics";
import { editorTheme } from "./editorTheme";
import { replacement } from "./replacement";
import styles from "./json.module.css";

type JsonEditorProps = {
  label: string;
  /** Says how to leave the text by keyboard. */
  describedBy: string;
  text: string;
  problems: readonly Problem[];
  names: Names;
  onChange: (text: string) => void;
  onUndo: () => void;
  onRedo: () => void;
};

/**
 * The declaration as text: completed by the meta-schema and what can be named,
 * with its problems underlined. Steps back are those of the draft.
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
    // It scrolls, so it is reached by keyboard as a place of its own.
    tabindex: "0",
  }),
  EditorView.updateListener.of(({ docChanged, state }) => {
    const text = state.doc.toString();
    if (docChanged && text !== latest.current.text)
      latest.current.onChange(text);
  }),
  editorTheme,
];
