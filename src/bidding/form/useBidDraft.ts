import { useState } from "react";
import { dropDraft, findDraft, keepDraft } from "../../providers/formDrafts";
import { useSignedIn } from "../../providers/session";
import type { WidgetValue } from "../../workspace/registry/areaModule";
import type { OwnBid } from "../facts/bidTarget";

type BidValues = Readonly<Record<string, WidgetValue>>;

type Content = {
  /** The typed values by field; other fields have their initial value. */
  values: BidValues;
  /** The bid as it was on screen when its change began; null for a new bid. */
  changed: OwnBid | null;
};

const empty: Content = { values: {}, changed: null };

export type BidDraft = Content & {
  setValues: (values: BidValues) => void;
  /** Begins the change of a bid, or goes on with the typed values over a newer one. */
  startChange: (bid: OwnBid) => void;
  /** Begins the change of a bid without typed values. */
  restartChange: (bid: OwnBid) => void;
  clear: () => void;
};

/**
 * The typed bid of a viewer for a lot. It survives a failed call, a new login and a
 * reload of the page, together with the version of the bid that it changes.
 */
export function useBidDraft(lot: string): BidDraft {
  const { userId } = useSignedIn().viewer;
  const about = { userId, form: `bid ${lot}` };
  const [content, setContent] = useState<Content>(() => ({
    ...empty,
    ...(findDraft(about) as Partial<Content> | undefined),
  }));
  const set = (next: Content) => {
    setContent(next);
    if (Object.keys(next.values).length === 0) dropDraft(about);
    else keepDraft({ ...about, changed: next, survivesReload: true });
  };
  return {
    ...content,
    setValues: (values) => {
      set({ ...content, values: { ...content.values, ...values } });
    },
    startChange: (changed) => {
      set({ ...content, changed });
    },
    restartChange: (changed) => {
      set({ values: {}, changed });
    },
    clear: () => {
      set(empty);
    },
  };
}
