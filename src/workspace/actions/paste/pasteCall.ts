import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { defaultPath } from "../../../../domain/listing/defaultCalls";
import type { Resource } from "../../../../domain/resource";
import type {
  PasteRowsBody,
  PasteRowsReply,
} from "../../../../generated/schemas";
import { request } from "../../../providers/http";

export type PastePreview = PasteRowsReply["preview"];
export type PasteLine = PastePreview["rows"][number];
export type DayOrder = NonNullable<PasteRowsBody["dayOrder"]>;

/** The pasted text, and the options by which it is read. */
export type PasteQuestion = Pick<PasteRowsBody, "action" | "text"> & {
  /** The rows to which the lines belong by their order; undefined to find them by a column. */
  ids: readonly string[] | undefined;
  columns: readonly (string | null)[] | undefined;
  hasHeadings: boolean | undefined;
  dayOrder: DayOrder | undefined;
  clears: boolean;
};

const timeoutMs = 60_000;

/** Returns the lines that change something. */
export const changedLines = ({ rows }: PastePreview): readonly PasteLine[] =>
  rows.filter(({ changes }) => Object.keys(changes).length > 0);

/** Returns the numbers of refused cells and of lines that are refused as a whole. */
export function problemsOf({ rows }: PastePreview) {
  const faults = rows.flatMap((line) => line.faults);
  const lines = faults.filter(({ field }) => field === null).length;
  return { cells: faults.length - lines, lines };
}

/**
 * Reads what a paste would change. The preview stays as it is until the question or `attempt`
 * changes, because its versions are sent. If the call fails, the last preview stays.
 */
export function usePastePreview(
  { name }: Resource,
  question: PasteQuestion,
  attempt: number,
) {
  const query = useQuery({
    queryKey: ["paste", name, question, attempt],
    enabled: question.text.trim() !== "",
    queryFn: async ({ signal }) => {
      const { preview } = await request<PasteRowsReply>(
        defaultPath(name, "paste"),
        {
          ...{ method: "POST", body: question, isRead: true },
          ...{ signal, timeoutMs },
        },
      );
      return preview;
    },
    placeholderData: keepPreviousData,
    networkMode: "always",
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const [last, setLast] = useState(query.data);
  if (query.data && query.data !== last) setLast(query.data);
  return { query, preview: query.data ?? last };
}
