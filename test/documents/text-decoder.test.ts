import { expect, it } from 'vitest';
import { createTextDecoder } from '#documents/base/text-decoder.ts';

// "똠방 펲시, 됬다 힣 ® € 가" in Windows' code page 949.
const KOREAN = new Uint8Array(Buffer.from('8c63b9e620bc84bdc32c2089e7b4d920c65220a2e720a2e620b0a1', 'hex'));
const TEXT = '똠방 펲시, 됬다 힣 ® € 가';

it('decodes every syllable of Korean, wherever the bytes are cut', () => {
  expect(createTextDecoder('euc-kr').decode(KOREAN)).toBe(TEXT);
  for (let at = 0; at <= KOREAN.length; at++) {
    const decoder = createTextDecoder('ks_c_5601-1987', { fatal: true });
    const start = decoder.decode(KOREAN.subarray(0, at), { stream: true });
    expect(start + decoder.decode(KOREAN.subarray(at), { stream: true }) + decoder.decode()).toBe(TEXT);
  }
});

it('refuses what is no Korean, and a character that is cut at the end', () => {
  for (const bytes of [Uint8Array.of(0xc6, 0x53), Uint8Array.of(0xff, 0xff), KOREAN.subarray(0, 1)])
    expect(() => createTextDecoder('euc-kr', { fatal: true }).decode(bytes)).toThrow(TypeError);
});
