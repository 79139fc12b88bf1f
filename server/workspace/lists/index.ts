export {
  answerDraft,
  assertQuery,
  emptyQuery,
  type AnswerDraft,
} from "./answerList";
export { changedLists } from "./changedLists";
export { registerCompare } from "./compareRows";
export { readGroups } from "./readGroups";
export { readMatching } from "./readMatching";
export { readRowTexts } from "./readRowTexts";
export type { FindLists, ListCall, ListContext, RowLists } from "./listSchemas";
export { assertAllowed, callAccess, registerLists } from "./registerLists";
