export { answerDraft, assertQuery, type AnswerDraft } from "./answerList";
export type { ListCall } from "./listSchemas";
export { assertAllowed, registerLists } from "./registerLists";
export type { FindLists, ListContext, RowLists } from "./rowLists";
