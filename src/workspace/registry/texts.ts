import type { Role } from "../../../domain/access";
import type { FieldSubject } from "./fields";
import { register, type Entry, type Registry } from "./rank";

export type Translate = (
  key: string,
  options?: Record<string, unknown>,
) => string;

/** What turns a value into words: the viewer's language and role. */
export type TextTools = { translate: Translate; locale: string; role: Role };

export type FieldText = (subject: {
  subject: FieldSubject;
  value: string | number | boolean | readonly unknown[];
  tools: TextTools;
}) => string;

export const texts: Registry<FieldSubject, FieldText> = [];

/** Adds ways to write a field's value, such as those of an area. */
export const registerTexts = (
  entries: readonly Entry<FieldSubject, FieldText>[],
): void => {
  register(texts, entries);
};
