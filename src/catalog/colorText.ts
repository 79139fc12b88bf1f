import { vocabularyKey } from "../../domain/vocabulary";
import { readableName } from "../ui/readable";
import type { Translate } from "../workspace/fieldText";

/** Writes a colour by the vocabulary of colours, as the cells of lists do. */
export const colorText = (translate: Translate, color: string): string =>
  translate(vocabularyKey("color", color), { _: readableName(color) });
