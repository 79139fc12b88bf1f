import { useState } from "react";

/**
 * Text as it is typed, over a value that it stands for. What was typed stays
 * as long as the value is the one it led to, so that it survives refetches and
 * half-finished numbers; another value from elsewhere replaces it.
 */
export function useTyped(
  value: string,
): [text: string, type: (text: string, leadsTo: string) => void] {
  const [typed, setTyped] = useState({ text: value, leadsTo: value });
  return [
    typed.leadsTo === value ? typed.text : value,
    (text, leadsTo) => {
      setTyped({ text, leadsTo });
    },
  ];
}
