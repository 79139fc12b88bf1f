import { pointerTo, stepsOf } from "./document";
import { isObject, own, type Json } from "./json";
import { keyedList } from "./keyedList";

/**
 * The JSON pointer behind a readable one: `/columns/price/width` is
 * `/columns/3/width` of this declaration. It ends where the declaration does.
 */
export function jsonPointer(declaration: Json, readable: string): string {
  const steps: string[] = [];
  let value: Json | undefined = declaration;
  for (const step of stepsOf(readable)) {
    const list = keyedList(value);
    const index = list ? list.findIndex(([key]) => key === step) : -1;
    const next: Json | undefined = list
      ? list[index]?.[1]
      : isObject(value)
        ? own(value, step)
        : undefined;
    if (next === undefined) break;
    steps.push(list ? String(index) : step);
    value = next;
  }
  return pointerTo(steps);
}
