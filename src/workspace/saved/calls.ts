import type {
  MySearchItem,
  MySearchReply,
  SaveSearchBody,
  UpdateSearchBody,
} from "../../../generated/schemas";
import type { WorkspaceCall } from "../../providers/createWorkspace";
import { CallError, request } from "../../providers/http";

export type SavedSearch = MySearchItem;

/**
 * The viewer's searches of a type, the newest first, asked for as the list's
 * rows are: the preview of a draft has none.
 */
export async function getSearches(
  call: WorkspaceCall,
  { type, signal }: { type: string; signal: AbortSignal },
): Promise<SavedSearch[]> {
  const { items } = await call<Partial<MySearchReply>>("/user/my-search", {
    query: { type },
    signal,
  });
  if (!items) throw new CallError({ status: 200, code: "internal" });
  return items;
}

const post = (call: string, body: unknown): Promise<unknown> =>
  request(`/user/${call}`, { method: "POST", body });

export const saveSearch = (body: SaveSearchBody) => post("save-search", body);

export const updateSearch = (body: UpdateSearchBody) =>
  post("update-search", body);

export const deleteSearch = (id: string) => post("delete-search", { id });
