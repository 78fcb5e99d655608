import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

/** As zxcvbn counts: from 0, one of the first guesses, to 4, beyond 10^10 guesses. */
export type PassphraseScore = 0 | 1 | 2 | 3 | 4;

/**
 * The least for a file on this computer, which takes about a third of a second a guess (scrypt), and for a place that
 * others can read and try for as long as they like.
 */
export const MIN_SCORE = { file: 3, place: 4 } as const;

/** Words of this program and of its languages, which come first to whoever guesses. */
const OWN_WORDS = ['baton', 'passphrase', '비밀번호', '암호', '통과구문', '바통'];

let loading: Promise<ZxcvbnFactory> | null = null;

/** The word lists are loaded with the first passphrase that is typed. Rejects when they cannot be. */
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
