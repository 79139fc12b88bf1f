export { fetchPublic } from "./fetchPublic";
export {
  assertPublicHost,
  isPublicAddress,
  lookupPublic,
  PrivateAddress,
} from "./publicAddress";
