export { answerDraft, assertQuery, type AnswerDraft } from "./answerList";
export { changedLists } from "./changedLists";
export type { ListCall } from "./listSchemas";
export { registerCompare } from "./compareRows";
export { assertAllowed, registerLists } from "./registerLists";
export type { FindLists, ListContext, RowLists } from "./rowLists";
