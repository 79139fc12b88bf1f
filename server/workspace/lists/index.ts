export { answerDraft, type AnswerDraft } from "./answerList";
export type { ListCall } from "./listSchemas";
export { registerLists } from "./registerLists";
export type { ListContext, RowLists } from "./rowLists";
