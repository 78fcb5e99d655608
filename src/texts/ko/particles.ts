/** Written as in `{{name}}을(를)`: with a final consonant, without, and whether a final ㄹ counts as none. */
const PARTICLES: Readonly<Record<string, readonly [closed: string, open: string, afterRieul?: string]>> = {
  '을(를)': ['을', '를'],
  '이(가)': ['이', '가'],
  '은(는)': ['은', '는'],
  '과(와)': ['과', '와'],
  '(으)로': ['으로', '로', '로'],
};

/** The last sounds of digits and Latin letters as they are read in Korean; all others are open. */
const CLOSED = new Set('013678lmnr');
const RIEUL = new Set('178lr');
/** English words that end in these letters mostly keep the sound as a final consonant: Grok, Sonnet, Workshop. */
const WORD_ENDINGS = /[a-z](?:[bckpt]|ng)$/i;

type Ending = 'open' | 'closed' | 'rieul';

function endingOf(value: string): Ending {
  const last =
    value
      .replaceAll(/[^\p{L}\p{N}]+$/gu, '')
      .at(-1)
      ?.toLowerCase() ?? '';
  const final = (last.codePointAt(0) ?? 0) - 0xac00;
  if (final >= 0 && final < 11_172) return final % 28 === 0 ? 'open' : final % 28 === 8 ? 'rieul' : 'closed';
  if (RIEUL.has(last)) return 'rieul';
  return CLOSED.has(last) || WORD_ENDINGS.test(value) ? 'closed' : 'open';
}

/** See `particleAfter` in `LanguageDefinition`. */
export function particleAfter(value: string, written: string): string {
  const forms = PARTICLES[written];
  if (!forms) return written;
  const [closed, open, afterRieul = closed] = forms;
  return { closed, open, rieul: afterRieul }[endingOf(value)];
}
