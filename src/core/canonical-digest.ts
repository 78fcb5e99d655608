import { canonicalJson } from './canonical-json.ts';
import { digest } from './hash.ts';

/** Equal JSON values have equal digests, whatever the order of their keys. 32 hex digits. */
export const canonicalDigest = (value: unknown): string => digest(canonicalJson(value));
