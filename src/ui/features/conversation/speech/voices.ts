/** What a voice of the system tells of itself. */
export type Voice = Pick<SpeechSynthesisVoice, 'name' | 'lang' | 'voiceURI' | 'default' | 'localService'>;

/** Voices of macOS that are jokes, under the name that they have in every language of the system (macOS 14, 2026-11). */
const NOVELTIES = new Set(
  (
    'Albert|Bad News|Bahh|Bells|Boing|Bubbles|Cellos|Fred|Good News|Jester|Junior|Organ|Ralph|Superstar|Trinoids|' +
    'Whisper|Wobble|Zarvox'
  ).split('|'),
);

/** The language of a tag, without its region. */
export const baseOf = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? '';

/** Voices that speak on this computer. The others send every word to a server of the browser's or system's maker. */
export const localVoices = <V extends Voice>(voices: readonly V[]): V[] =>
  voices.filter(({ localService }) => localService);

/** The voices for a language, the most suitable first: of the user's own region, then the system's choice. */
export function voicesFor<V extends Voice>(
  voices: readonly V[],
  language: string,
  ownLanguages: readonly string[],
): V[] {
  const regions = ownLanguages.map((tag) => tag.toLowerCase());
  const rank = ({ name, lang, default: isDefault }: V) => {
    if (NOVELTIES.has(name)) return regions.length + 2;
    if (isDefault) return -1;
    const at = regions.indexOf(lang.toLowerCase().replace('_', '-'));
    return at < 0 ? regions.length : at;
  };
  return localVoices(voices)
    .filter(({ lang }) => baseOf(lang) === baseOf(language))
    .toSorted((a, b) => rank(a) - rank(b));
}
