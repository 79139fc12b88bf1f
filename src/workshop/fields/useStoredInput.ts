import { useState } from "react";
import { useSignedIn } from "../../providers/session";
import { readStored, writeStored } from "../../providers/storage";

const storedKey = (userId: string, name: string) =>
  `workshop.${userId}.${name}`;

/**
 * Returns what is typed into a form of the workshop, a function that changes it, and one
 * that forgets it. It stays in this browser until it is forgotten, also over a reload.
 */
export function useStoredInput<Input extends object>(
  name: string,
  initial: Input,
): [Input, (input: Input) => void, () => void] {
  const { viewer } = useSignedIn();
  const key = storedKey(viewer.userId, name);
  const [input, setInput] = useState<Input>(() => {
    const stored = readInput(key);
    // A missing part was removed in the form.
    return stored ? (stored as Input) : initial;
  });
  return [
    input,
    (next) => {
      setInput(next);
      writeStored(key, JSON.stringify(next));
    },
    () => writeStored(key, null),
  ];
}

/** Returns whether a form was left with something typed. */
export const useIsTyped = (name: string): boolean => {
  const { viewer } = useSignedIn();
  const key = storedKey(viewer.userId, name);
  return useState(() => readInput(key) !== null)[0];
};

function readInput(key: string): object | null {
  try {
    const value: unknown = JSON.parse(readStored(key) ?? "null");
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
