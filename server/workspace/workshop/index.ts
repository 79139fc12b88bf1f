export { checkQuery } from "./checkQuery";
export {
  exportCommand,
  exportPublished,
  type Exported,
} from "./exportPublished";
export { registerWorkshop } from "./routes";
export type { AnswerDraft, DraftAsked } from "./workshop";
