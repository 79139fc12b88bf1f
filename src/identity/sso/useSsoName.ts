import { useEffect, useState } from "react";
import { loadConfiguration } from "../../providers/configuration";

/** Returns the name of the provider; undefined while it is read, and without a provider. */
export function useSsoName(): string | undefined {
  const [name, setName] = useState<string>();
  useEffect(() => {
    let isShown = true;
    void loadConfiguration().then(({ sso }) => {
      if (isShown) setName(sso?.name);
    });
    return () => {
      isShown = false;
    };
  }, []);
  return name;
}
