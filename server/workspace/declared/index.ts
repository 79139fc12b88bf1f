export { checkSources, type SetCheck } from "./checkSources";
export type { DeclaredSet } from "./compileSet";
export {
  createDeclarations,
  type Declarations,
  type Guard,
} from "./declarations";
export { fingerprint, readSources, type Sources } from "./sources";
export { followDeclarations } from "./followDeclarations";
