import { useNotify } from "ra-core";
import { Link } from "react-router";
import type { Resource } from "../../../domain/resource";
import type { RecordEffectsReply } from "../../../generated/schemas";
import type { Row } from "../../providers/dataProvider";
import { request } from "../../providers/http";
import { useWorkspace } from "../../providers/workspace";

/** The reply of a write with a record; other writes have no version. */
export type SavedRow = { version?: number; detail?: Row } | null;

type Effect = RecordEffectsReply["effects"][number];

/**
 * Returns a function that says what a saved change of a record has done to rows of other
 * lists. It reads that after the save, which does not wait for it.
 */
export function useSavedEffects({
  name: list,
  store,
}: Resource): (saved: SavedRow) => void {
  const notify = useNotify();
  const { isOwnServer } = useWorkspace();
  return (saved) => {
    const { version, detail } = saved ?? {};
    if (!isOwnServer || !store || version === undefined || !detail) return;
    const query = { list, id: String(detail.id), version: String(version) };
    request<RecordEffectsReply>("/record-effects", { query }).then(
      ({ effects }) => {
        const told = effects.filter(({ groups }) => groups.length > 0);
        if (told.length === 0) return;
        notify(<EffectsMessage effects={told} />, {
          type: "info",
          autoHideDuration: 12_000,
        });
      },
      // The row is saved, and the effects are shown on the pages of the rows as well.
      () => undefined,
    );
  };
}

function EffectsMessage({ effects }: { effects: readonly Effect[] }) {
  return effects.map(({ title, path, groups }) => {
    const [only, ...others] = groups.flatMap(({ rows }) => rows);
    const to = others.length === 0 ? (only?.path ?? path) : path;
    return (
      <p key={title}>
        {groups.map(({ text }) => text).join(" ")}{" "}
        {to !== null && <Link to={to}>{title}</Link>}
      </p>
    );
  });
}
