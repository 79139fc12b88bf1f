import { useQuery } from "@tanstack/react-query";
import type { Viewer } from "../../../domain/access";
import type { Validate } from "../../../domain/fieldProblem";
import { isOnOtherOrigin } from "../../providers/configuration";
import type { FormPaths } from "../../providers/createWorkspace";
import { request } from "../../providers/http";
import { loadModule } from "../../providers/loadModule";
import { loadServedCheck } from "../../providers/rowValidation/rowChecks";
import { useSignedIn } from "../../providers/session";
import { useWorkspace } from "../../providers/workspace";
import type { BodySchema } from "./formValues";

export type Body = {
  schema: BodySchema;
  /** Null if it could not be loaded; the server then finds the errors. */
  validate: Validate | null;
};

/**
 * Loads the schema of a body, cut to the viewer, and its validator. Both are
 * cached for ever: their addresses change with the schema.
 */
export function useBody(reference: string): {
  body: (Body & { reference: string; path: string | undefined }) | undefined;
  error: unknown;
  isFetching: boolean;
  retry: () => void;
} {
  const paths = useWorkspace().forms[reference];
  const { viewer } = useSignedIn();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["form", reference, paths?.schema],
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<Body> => {
      const [schema, validate] = await Promise.all([
        loadBodySchema({ paths, reference, viewer, signal }),
        !paths || isOnOtherOrigin() ? null : loadServedCheck(paths.validator),
      ]);
      return { schema, validate };
    },
  });
  return {
    body: data && { ...data, reference, path: paths?.schema },
    error,
    isFetching,
    retry: () => void refetch(),
  };
}

/**
 * Loads the schema of a body, cut to the viewer. Servers without
 * `GET /workspace` have the bodies of the build. Throws if neither has the body.
 */
export async function loadBodySchema({
  paths,
  reference,
  viewer,
  signal,
}: {
  /** The entry of the workspace's `forms`. */
  paths: FormPaths | undefined;
  reference: string;
  viewer: Viewer;
  signal: AbortSignal;
}): Promise<BodySchema> {
  if (paths) return request<BodySchema>(paths.schema, { signal });
  const { bundledBody } = await loadModule(
    () => import("../../providers/foreign/bundledBody"),
  );
  return bundledBody(reference, viewer);
}
