import { sessionStore } from "./session";

/** Text that a person has typed into a form and not sent. */
type Draft = {
  userId: string;
  /** Names the form and its subject. */
  form: string;
  /** The fields that differed from the values that the form began with. */
  changed: Readonly<Record<string, unknown>>;
};

/**
 * The drafts of one person. They are kept in memory only, so that
 * they never reach the browser's storage.
 */
let drafts: readonly Draft[] = [];

const without = ({ userId, form }: Pick<Draft, "userId" | "form">) =>
  drafts.filter((draft) => draft.userId !== userId || draft.form !== form);

/** Keeps a draft until the same person opens the form again. */
export const keepDraft = (draft: Draft): void => {
  drafts = [...without(draft), draft];
};

/** Forgets the draft of a form that the person has left or sent. */
export const dropDraft = (of: Pick<Draft, "userId" | "form">): void => {
  drafts = without(of);
};

/** Returns the draft that was kept for the form. */
export const findDraft = ({
  userId,
  form,
}: Pick<Draft, "userId" | "form">): Draft["changed"] | undefined =>
  drafts.find((draft) => draft.userId === userId && draft.form === form)
    ?.changed;

// Nothing of a person stays in the page when another one signs in.
sessionStore.subscribe(() => {
  const session = sessionStore.get();
  if (session.status !== "authenticated") return;
  const { userId } = session.viewer;
  drafts = drafts.filter((draft) => draft.userId === userId);
});
