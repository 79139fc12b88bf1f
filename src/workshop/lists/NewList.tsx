import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { ownPages } from "../../../domain/declarations/ownPages";
import { useT } from "../../providers/i18n/useT";
import { useSignedIn } from "../../providers/session";
import { useWorkspace } from "../../providers/workspace";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import type { ResourceEntry } from "../document/draft";
import { useIsTyped, useStoredInput } from "../fields/useStoredInput";
import { ListForm, type TypedList } from "./ListForm";
import { emptyList } from "./listInput";
import { newDocument, newLists, storeNewList } from "./newList";
import styles from "../fields/fields.module.css";

const inputName = "newList";

/** A button that opens the form of a new list, and links to the drafts of new lists. */
export function NewList({ entries }: { entries: readonly ResourceEntry[] }) {
  const t = useT();
  const { viewer } = useSignedIn();
  const wasTyped = useIsTyped(inputName);
  const [isOpen, setOpen] = useState(wasTyped);
  const ids = entries.map(({ id }) => id);
  const drafts = newLists(viewer.userId).filter((name) => !ids.includes(name));
  return (
    <div className={styles.panel}>
      {isOpen ? (
        <NewListForm entries={entries} onClose={() => setOpen(false)} />
      ) : (
        <div>
          <Button onClick={() => setOpen(true)}>
            <Icon name="plus" /> {t("workshop.newList.title")}
          </Button>
        </div>
      )}
      {drafts.length > 0 && (
        <p>
          {t("workshop.newList.drafts")}{" "}
          {drafts.map((name) => (
            <Link key={name} to={`/workspace/${name}`} className={styles.draft}>
              {name}
            </Link>
          ))}
        </p>
      )}
    </div>
  );
}

function NewListForm({
  entries,
  onClose,
}: {
  entries: readonly ResourceEntry[];
  onClose: () => void;
}) {
  const t = useT();
  const navigate = useNavigate();
  const { viewer } = useSignedIn();
  const { resources } = useWorkspace();
  const [input, setInput, forget] = useStoredInput<TypedList>(inputName, {
    ...emptyList,
    isNamed: false,
  });
  const taken = [
    ...ownPages,
    ...entries.flatMap(({ id, row, route }) => [id, row, route.slice(1)]),
    ...resources.flatMap(({ aliases = [] }) =>
      aliases.map((alias) => alias.slice(1)),
    ),
    ...newLists(viewer.userId),
  ];
  const submit = () => {
    const titles = {
      en: t("workshop.newList.firstField.en"),
      ru: t("workshop.newList.firstField.ru"),
    };
    const document = newDocument(input, titles);
    storeNewList(viewer.userId, document);
    forget();
    void navigate(`/workspace/${input.name.trim()}`);
  };
  return (
    <ListForm
      input={input}
      isNew
      taken={taken}
      unique={newDocument(input, { en: "", ru: "" }).unique ?? []}
      onChange={setInput}
      onSubmit={submit}
      onCancel={() => {
        forget();
        onClose();
      }}
    />
  );
}
