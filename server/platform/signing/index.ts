export { createEncryption, type Encryption } from "./encryption";
export { KeyUnusable, readPublicKeys } from "./keyFolder";
export {
  checkSignature,
  createSigner,
  keysFolder,
  type Signer,
} from "./signer";
