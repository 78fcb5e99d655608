import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { USER_WORDS } from '#texts/user-words.ts';

/** zxcvbn's scale: from 0, one of the first guesses, to 4, beyond 10^10 guesses. */
export type PassphraseScore = 0 | 1 | 2 | 3 | 4;

/**
 * The minimum for a file on this computer, where a guess takes about a third of a second (scrypt), and for a remote
 * that others can read and attack for as long as they like.
 */
export const MIN_SCORE = { file: 3, place: 4 } as const;

/** Words of this program and of its languages, which an attacker tries first. */
const OWN_WORDS = USER_WORDS.flatMap(({ passphrases }) => passphrases);

let loading: Promise<ZxcvbnFactory> | null = null;

/** Loads the word lists with the first passphrase that is typed. Rejects when loading fails. */
async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Factory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new Factory({ dictionary: { ...dictionary, own: OWN_WORDS }, graphs: adjacencyGraphs });
}

export async function scoreOf(passphrase: string): Promise<PassphraseScore> {
  loading ??= load();
  try {
    return (await loading).check(passphrase).score;
  } catch (error) {
    loading = null;
    throw error;
  }
}
