export { checkQuery } from "./checkQuery";
export { registerWorkshop } from "./routes";
export type {
  AnswerDraft,
  DraftAsked,
  NamedInSearches,
  WorkshopAreas,
} from "./workshop";
