import { createContext, useContext, type Provider } from "react";

/** Returns the provider of a context and its hook, which throws outside of the provider. */
export function createRequiredContext<Value>(): [
  provider: Provider<Value | null>,
  useValue: () => Value,
] {
  const Context = createContext<Value | null>(null);
  const useValue = () => {
    const value = useContext(Context);
    if (!value) throw new Error("This component needs the provider around it.");
    return value;
  };
  return [Context.Provider, useValue];
}
