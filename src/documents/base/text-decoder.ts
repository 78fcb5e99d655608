type Decoder = InstanceType<typeof TextDecoder>;

/** Of a pair in the earlier standard. */
const FIRST_LEAD = 0xa1;

/** What the Encoding Standard's EUC-KR has from Windows' code page 949, and Node's decoder lacks: syllables, € and ®. */
let lacking: ReadonlyMap<number, string> | undefined;

/** A TextDecoder that decodes the same in Node as in browsers. */
export function createTextDecoder(
  encoding: string,
  options?: { fatal?: boolean; ignoreBOM?: boolean },
): Pick<Decoder, 'decode' | 'encoding'> {
  const decoder = new TextDecoder(encoding, options);
  if (decoder.encoding !== 'euc-kr') return decoder;
  lacking ??= lackingCharacters();
  return lacking.size === 0 ? decoder : addCharacters(decoder, lacking);
}

/** In the order of Unicode, the syllables fill what the earlier standard left free. */
function lackingCharacters(): Map<number, string> {
  const decoder = new TextDecoder('euc-kr');
  if (decoder.decode(Uint8Array.of(0x81, 0x41)) === '갂') return new Map();
  const found = new Map([
    [0xa2e6, '€'],
    [0xa2e7, '®'],
  ]);
  const present = new Set<number | undefined>();
  for (let lead = 0xb0; lead <= 0xc8; lead++)
    for (let trail = 0xa1; trail <= 0xfe; trail++)
      present.add(decoder.decode(Uint8Array.of(lead, trail)).codePointAt(0));
  let syllable = 0xac00;
  for (let lead = 0x81; lead <= 0xc6; lead++)
    for (const trail of freeTrails(lead)) {
      while (present.has(syllable)) syllable++;
      if (syllable > 0xd7a3) return found;
      found.set(lead * 256 + trail, String.fromCodePoint(syllable++));
    }
  return found;
}

function* freeTrails(lead: number): Generator<number> {
  for (let trail = 0x41; trail <= 0x5a; trail++) yield trail;
  for (let trail = 0x61; trail <= 0x7a; trail++) yield trail;
  for (let trail = 0x81; trail <= (lead < FIRST_LEAD ? 0xfe : 0xa0); trail++) yield trail;
}

function addCharacters(
  decoder: Decoder,
  characters: ReadonlyMap<number, string>,
): Pick<Decoder, 'decode' | 'encoding'> {
  let held = new Uint8Array();
  return {
    encoding: decoder.encoding,
    decode(input, { stream = false } = {}) {
      const given = input ?? new Uint8Array();
      const added = ArrayBuffer.isView(given)
        ? new Uint8Array(given.buffer, given.byteOffset, given.byteLength)
        : new Uint8Array(given);
      const bytes = new Uint8Array(held.length + added.length);
      bytes.set(held);
      bytes.set(added, held.length);
      let [text, from, at] = ['', 0, 0];
      for (; at < bytes.length; at++) {
        const lead = bytes[at] ?? 0;
        if (lead < 0x80) continue;
        if (stream && at === bytes.length - 1) break;
        const trail = bytes[at + 1] ?? 0;
        const character = characters.get(lead * 256 + trail);
        // Node's decoder silently leaves out what is no lead for it.
        if (character !== undefined || lead < FIRST_LEAD) {
          if (character === undefined && decoder.fatal) throw new TypeError('not EUC-KR');
          text += decoder.decode(bytes.subarray(from, at)) + (character ?? '\ufffd');
          from = at + (character === undefined ? 1 : 2);
        }
        if (character !== undefined || (lead >= FIRST_LEAD && trail >= 0x80)) at++;
      }
      held = bytes.slice(Math.min(at, bytes.length));
      return text + decoder.decode(bytes.subarray(from, bytes.length - held.length));
    },
  };
}
