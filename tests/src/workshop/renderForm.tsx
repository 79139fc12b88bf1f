import type { RowSchema } from "../../../domain/resource";
import { render } from "@testing-library/react";
import { CoreAdminContext } from "ra-core";
import { useState } from "react";
import en from "../../../locales/en.json";
import { createI18nProvider } from "../../../src/providers/i18n/i18nProvider";
import { TranslateProvider } from "../../../src/providers/i18n/useT";
import { entryNamed, namesOf } from "../../../src/workshop/document/choices";
import { nameOf } from "../../../src/workshop/document/mergeForm";
import type {
  Declaration,
  Problem,
} from "../../../src/workshop/document/draft";
import type { FormContext } from "../../../src/workshop/form/uiSchema";
import { ResourceForm } from "../../../src/workshop/form/ResourceForm";
import { addTokens } from "../workspace/renderList";

export type Seen = {
  declaration: Declaration;
  labels: FormContext["labels"];
  /** Replaces the declaration, as an undo does. */
  replace: (declaration: Declaration) => void;
};

type FormOptions = {
  published: Declaration;
  row: RowSchema;
  open: readonly string[];
  problems?: readonly Problem[];
};

function Edited({
  published,
  row,
  open,
  problems = [],
  onSeen,
}: FormOptions & { onSeen: (seen: Seen) => void }) {
  const [declaration, setDeclaration] = useState(published);
  const [labels, setLabels] = useState<FormContext["labels"]>({
    en: { "columns.price": "Start, ¥" },
    ru: {},
  });
  const [openParts, setOpenParts] = useState<ReadonlySet<string>>(
    new Set(open),
  );
  onSeen({ declaration, labels, replace: setDeclaration });
  const context: FormContext = {
    declaration,
    labels,
    names: namesOf(declaration, row),
    fieldOf: (name) => row.properties[name],
    nameText: (_kind, name) => name,
    titleOf: (_list, entry) =>
      typeof entry === "string" ? entry : (nameOf(entry) ?? ""),
    isPublished: (list, entry) =>
      entryNamed(published, list, nameOf(entry)) !== undefined,
    defaultLabel: (language) => `default ${language}`,
    markOf: (list, entry) => {
      const old = entryNamed(published, list, nameOf(entry));
      if (!old) return "new";
      return JSON.stringify(old) === JSON.stringify(entry) ? null : "changed";
    },
    openParts,
    onToggle: (id, isOpen) => {
      setOpenParts(
        new Set(
          isOpen
            ? [...openParts, id]
            : [...openParts].filter((other) => other !== id),
        ),
      );
    },
    onMove: ([list], from, to) => {
      const entries = declaration[String(list)] as unknown[];
      const moved = entries.toSpliced(from, 1);
      moved.splice(to, 0, entries[from]);
      setDeclaration({ ...declaration, [String(list)]: moved });
    },
    onLabel: (language, key, text) => {
      setLabels({
        ...labels,
        [language]: { ...labels[language], [key]: text },
      });
    },
  };
  return (
    <ResourceForm
      declaration={declaration}
      problems={problems}
      context={context}
      onChange={setDeclaration}
    />
  );
}

/** Renders the form of a list. Returns a function that returns what it has now. */
export function renderForm(options: FormOptions): () => Seen {
  addTokens();
  const i18n = createI18nProvider("en", en);
  let last: Seen = {
    declaration: {},
    labels: { en: {}, ru: {} },
    replace: () => undefined,
  };
  render(
    <CoreAdminContext i18nProvider={i18n}>
      <TranslateProvider value={(key, values) => i18n.translate(key, values)}>
        <Edited
          {...options}
          onSeen={(seen) => {
            last = seen;
          }}
        />
      </TranslateProvider>
    </CoreAdminContext>,
  );
  return () => last;
}
