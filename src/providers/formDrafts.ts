import { sessionStore } from "./session";
import { readTab, writeTab } from "./tabStorage";

/** Text that a person has typed into a form and not sent. */
type Draft = {
  userId: string;
  /** Names the form and its subject. */
  form: string;
  /** The fields that differed from the values that the form began with. */
  changed: Readonly<Record<string, unknown>>;
  /**
   * Whether the draft survives a reload of the page. It is then stored in this tab until
   * the person signs out, so it must contain no secrets.
   */
  survivesReload?: boolean;
};

const storageKey = "drafts";
/** A tab keeps so many drafts; the oldest ones are dropped. */
const mostKept = 100;

/** The drafts of one person, the oldest first. */
let drafts: readonly Draft[] = readStoredDrafts();

const without = ({ userId, form }: Pick<Draft, "userId" | "form">) =>
  drafts.filter((draft) => draft.userId !== userId || draft.form !== form);

/** Keeps a draft until the same person opens the form again. */
export const keepDraft = (draft: Draft): void => {
  setDrafts([...without(draft), draft]);
};

/** Forgets the draft of a form that the person has left or sent. */
export const dropDraft = (of: Pick<Draft, "userId" | "form">): void => {
  setDrafts(without(of));
};

/** Returns the draft that was kept for the form. */
export const findDraft = ({
  userId,
  form,
}: Pick<Draft, "userId" | "form">): Draft["changed"] | undefined =>
  drafts.find((draft) => draft.userId === userId && draft.form === form)
    ?.changed;

function setDrafts(next: readonly Draft[]): void {
  const stored = (of: readonly Draft[]) =>
    of.filter(({ survivesReload }) => survivesReload);
  const kept = next.slice(-mostKept);
  const text = JSON.stringify(stored(kept));
  const hasChanged = text !== JSON.stringify(stored(drafts));
  drafts = kept;
  if (!hasChanged) return;
  writeTab(storageKey, text);
}

function readStoredDrafts(): readonly Draft[] {
  try {
    const stored: unknown = JSON.parse(readTab(storageKey) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isDraft) : [];
  } catch {
    return [];
  }
}

function isDraft(value: unknown): value is Draft {
  const { userId, form, changed } = Object(value) as Partial<Draft>;
  return (
    typeof userId === "string" &&
    typeof form === "string" &&
    typeof changed === "object"
  );
}

// Nothing of a person stays in the tab after the logout, and nothing in the page when
// another person signs in.
let wasSignedIn = false;
sessionStore.subscribe(() => {
  const session = sessionStore.get();
  const isSignedIn = session.status === "authenticated";
  if (isSignedIn)
    setDrafts(drafts.filter(({ userId }) => userId === session.viewer.userId));
  else if (wasSignedIn && session.status === "anonymous")
    setDrafts(drafts.filter(({ survivesReload }) => !survivesReload));
  wasSignedIn = isSignedIn;
});
