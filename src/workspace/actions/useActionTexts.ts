import { useTranslate } from "ra-core";
import type { Action } from "../../../domain/resource";
import type { Row } from "../../providers/dataProvider";
import { readableKey } from "../../ui/readable";
import { useListing } from "../listing/ListingContext";
import { useFieldText } from "../fieldText";
import type { Choice, KnownAction } from "./useActionBodies";

/** Returns the texts of a list's actions. */
export function useActionTexts() {
  const { labels } = useListing();
  const translate = useTranslate();
  const write = useFieldText();
  const label = ({ id }: Action): string => labels.action(id);
  /** A choice is written as the field that will show it. */
  const choiceText = ({ action, choice }: KnownAction, value: Choice) => {
    if (!choice) return String(value);
    const [field] =
      Object.entries(action.patch ?? {}).find(
        ([, property]) => property === choice.name,
      ) ?? [];
    if (field !== undefined) return write(field, value);
    const [body = ""] = (action.body ?? "").split("#");
    return translate(`choices.${body}.${choice.name}.${String(value)}`, {
      _: readableKey(String(value)),
    });
  };
  /** Names an action with the value that it sets, if it sets a single choice. */
  const name = (known: KnownAction, values: Row): string => {
    const { action, choice } = known;
    const value = choice && values[choice.name];
    return value === null || value === undefined
      ? label(action)
      : `${label(action)} “${choiceText(known, value as Choice)}”`;
  };
  return { label, choiceText, name };
}
