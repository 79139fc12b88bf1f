export type { CheckedParts, DeclaredSet, SetCheck } from "./compileSet";
export {
  createDeclarations,
  type Declarations,
  type Guard,
  type Overlay,
} from "./declarations";
export { fingerprint, readSources, type Sources } from "./sources";
export { followDeclarations } from "./followDeclarations";
