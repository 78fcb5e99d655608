import { createHash } from 'node:crypto';

/** The parts of a key that may be shown. */
export interface KeyFacts {
  last4: string | null;
  /** A hex fingerprint: the same on every machine for the same key. The key can't be derived from it. */
  account: string;
}

/** Shorter keys show no characters: four would reveal too much. */
const MIN_SHOWN_LENGTH = 12;

export function factsOf(key: string): KeyFacts {
  return {
    last4: key.length >= MIN_SHOWN_LENGTH ? key.slice(-4) : null,
    account: createHash('sha256').update(`baton-account\n${key}`).digest('hex').slice(0, 16),
  };
}
